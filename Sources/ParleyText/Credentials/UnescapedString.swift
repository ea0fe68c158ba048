internal import ParleyEngine

/// The content of a JSON string without its escapes, and where each byte of it stands.
struct UnescapedString {
  private(set) var bytes: [UInt8] = []
  /// Of each byte the offset at which it, or the escape that it comes from, begins; and the end of all.
  private var offsets: [Int] = []

  init(_ content: ArraySlice<UInt8>) {
    var place = content.startIndex
    while place < content.endIndex {
      let (decoded, length) = Self.next(content[place...])
      offsets += decoded.map { _ in place }
      bytes += decoded
      place += length
    }
    offsets.append(content.endIndex)
  }

  /// A range of the bytes as it stands in the string.
  func original(_ range: Range<Int>) -> Range<Int> { offsets[range.lowerBound]..<offsets[range.upperBound] }

  private static func next(_ content: ArraySlice<UInt8>) -> (decoded: [UInt8], length: Int) {
    let first = content[content.startIndex]
    guard first == UInt8(ascii: "\\"), content.count > 1 else { return ([first], 1) }
    switch content[content.startIndex + 1] {
    case UInt8(ascii: "n"): return ([UInt8(ascii: "\n")], 2)
    case UInt8(ascii: "t"): return ([UInt8(ascii: "\t")], 2)
    case UInt8(ascii: "r"): return ([UInt8(ascii: "\r")], 2)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): return ([UInt8(ascii: " ")], 2)
    case UInt8(ascii: "u"): return scalar(content)
    case let other: return ([other], 2)
    }
  }

  /// `\u0041`, and two of them for what is beyond the basic plane.
  private static func scalar(_ content: ArraySlice<UInt8>) -> (decoded: [UInt8], length: Int) {
    for length in [12, 6] where content.count >= length {
      let escape = String(decoding: content.prefix(length), as: UTF8.self)
      if let text = (try? JSONValue(parsing: "\"\(escape)\""))?.string, text.unicodeScalars.count == 1 {
        return (Array(text.utf8), length)
      }
    }
    return ([UInt8(ascii: "?")], min(2, content.count))
  }
}
