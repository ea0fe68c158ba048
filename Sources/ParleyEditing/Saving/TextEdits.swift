import ParleyFiles

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

  package mutating func add(_ others: TextEdits) {
    for edit in others.edits { replace(edit.range, with: edit.text) }
  }

  /// `nil` when two changes touch the same bytes.
  func applied(to bytes: [UInt8]) -> [UInt8]? { applied(to: bytes, in: 0..<bytes.count) }

  /// A part of a file with the changes in it; there are none outside of it.
  func applied(to bytes: [UInt8], in part: Range<Int>) -> [UInt8]? {
    var result: [UInt8] = []
    var position = part.lowerBound
    for edit in edits.sorted(by: { ($0.range.lowerBound, $0.order) < ($1.range.lowerBound, $1.order) }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= part.upperBound else { return nil }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + bytes[position..<part.upperBound]
  }
}
