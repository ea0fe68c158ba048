/// Walks over text without looking into its templates. It goes by bytes: a body may be large, and is walked at every keystroke.
package enum TemplateScanner {
  package static func firstIndex(in text: Substring, where matches: (Character) -> Bool) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      if let end = templateEnd(in: text, at: index) {
        index = end
      } else if matches(text[index]) {
        return index
      } else {
        index = text.index(after: index)
      }
    }
    return nil
  }

  package static func split(_ text: Substring, at separator: Character) -> [String] {
    var parts: [String] = []
    var rest = text
    while let mark = firstIndex(in: rest, where: { $0 == separator }) {
      parts.append(String(rest[..<mark]))
      rest = rest[rest.index(after: mark)...]
    }
    return (parts + [String(rest)]).filter { !$0.isEmpty }
  }

  /// The end of the template that begins here; nil when none does, or when it is not closed.
  package static func templateEnd(in text: Substring, at start: Substring.Index) -> Substring.Index? {
    let bytes = text.utf8
    guard isPair(.openBrace, in: bytes, at: start) else { return nil }
    var index = bytes.index(start, offsetBy: 2)
    var quote: UInt8?
    while index < bytes.endIndex {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if isPair(.closeBrace, in: bytes, at: index) {
        return bytes.index(index, offsetBy: 2)
      }
      bytes.formIndex(after: &index)
    }
    return nil
  }

  private static func isPair(_ byte: UInt8, in bytes: Substring.UTF8View, at index: Substring.Index) -> Bool {
    guard index < bytes.endIndex, bytes[index] == byte else { return false }
    let next = bytes.index(after: index)
    return next < bytes.endIndex && bytes[next] == byte
  }
}

extension UInt8 {
  fileprivate static let openBrace = UInt8(ascii: "{")
  fileprivate static let closeBrace = UInt8(ascii: "}")
}
