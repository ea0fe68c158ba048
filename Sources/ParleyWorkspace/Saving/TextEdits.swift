/// Changes to the bytes of a file, gathered in any order.
struct TextEdits {
  private struct Edit {
    let range: Range<Int>
    let text: String
    let order: Int
  }

  private var edits: [Edit] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(range: range, text: text, order: edits.count))
  }

  mutating func insert(_ text: String, at offset: Int) {
    replace(offset..<offset, with: text)
  }

  mutating func delete(_ range: Range<Int>) {
    replace(range, with: "")
  }

  /// `nil` when two changes touch the same bytes.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { ($0.range.lowerBound, $0.order) < ($1.range.lowerBound, $1.order) }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
