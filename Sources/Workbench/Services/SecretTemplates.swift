/// The `{{secret("…")}}` of a text, as far as they stand alone between their braces.
struct SecretTemplates {
  private let bytes: [UInt8]
  private var found: [(range: Range<Int>, question: String)] = []

  init(in text: String) {
    bytes = Array(text.utf8)
    var reader = Reader(bytes: bytes)
    while let start = reader.skipToTemplate() {
      if let question = reader.secret() {
        found.append((start..<reader.index, question))
      } else {
        reader.skipTemplate(from: start)
      }
    }
  }

  /// What they ask for, in the order of the text.
  var questions: [String] { found.map(\.question) }

  /// The text with another in the place of each that asks for this.
  func replacing(_ question: String, with replacement: String) -> String {
    var bytes = bytes
    for template in found.reversed() where template.question == question {
      bytes.replaceSubrange(template.range, with: replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SecretTemplates {
  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    /// - Returns: where the next template begins; from there on it is read.
    mutating func skipToTemplate() -> Int? {
      while index < bytes.count {
        if isAt("{{") { return index }
        index += 1
      }
      return nil
    }

    /// Behind a template that asks for a secret and does nothing else; nil where it is another.
    mutating func secret() -> String? {
      guard skip("{{"), skipBlanks(), skip("secret"), skipBlanks(), skip("("), skipBlanks(), let question = quoted()
      else {
        return nil
      }
      return skipBlanks() && skip(")") && skipBlanks() && skip("}}") ? question : nil
    }

    /// Behind its braces; those in quotes are none.
    mutating func skipTemplate(from start: Int) {
      index = start + 2
      while index < bytes.count, !isAt("}}") {
        let place = index
        if quoted() == nil { index = place + 1 }
      }
      index = min(index + 2, bytes.count)
    }

    /// In single or double quotes; a backslash takes the next character as it is.
    private mutating func quoted() -> String? {
      guard index < bytes.count, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[index]) else { return nil }
      let quote = bytes[index]
      var content: [UInt8] = []
      index += 1
      while index < bytes.count, bytes[index] != quote {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
        content.append(bytes[index])
        index += 1
      }
      guard index < bytes.count else { return nil }
      index += 1
      return String(decoding: content, as: UTF8.self)
    }

    private mutating func skip(_ word: StaticString) -> Bool {
      guard isAt(word) else { return false }
      index += word.utf8CodeUnitCount
      return true
    }

    /// - Returns: true, to stand between what must be there.
    private mutating func skipBlanks() -> Bool {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
      return true
    }

    private func isAt(_ word: StaticString) -> Bool {
      word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }
  }
}
