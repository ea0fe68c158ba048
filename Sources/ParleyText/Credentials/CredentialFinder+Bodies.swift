internal import ParleyEngine

// Bodies of any media type.
extension CredentialFinder {
  private var firstSign: UInt8? { bytes.first { $0 > UInt8(ascii: " ") } }

  var isJSON: Bool { firstSign == UInt8(ascii: "{") || firstSign == UInt8(ascii: "[") }

  /// JSON, several documents of it, events with it in them, GraphQL, XML, HTML, a form, or anything else.
  mutating func takeBody() {
    takeJSON()
    guard !isJSON else { return }
    if bytes.contains(UInt8(ascii: "<")) {
      for found in MarkupScan(bytes).found { take(found.range, found.name) }
    }
    for line in bytes.split(whereSeparator: \.isLineBreak) { takeLine(line) }
  }

  /// The texts and numbers of members; those of arguments of GraphQL look alike.
  mutating func takeJSON() {
    let scan = StringScan(bytes, skipping: templates)
    for value in scan.found {
      let isNamed = value.name.map(CredentialName.isCredential) == true
      if value.isNumber {
        if isNamed, value.range.count >= Self.shortestNumber { take(value.range, value.name ?? "", isNumber: true) }
      } else if isNamed || !known.isEmpty && isKnown(scan.text(value.range)) {
        take(value.range, value.name ?? "value", value: value.isBlock ? nil : scan.text(value.range))
      } else if !value.isBlock {
        takeInner(value.range)
      }
    }
  }

  /// A shorter number is a count: `"pass": 12`.
  private static let shortestNumber = 4

  /// Credentials in a string that is JSON, a URL or a form itself.
  private mutating func takeInner(_ range: Range<Int>) {
    guard bytes[range].contains(where: { "=\"<".utf8.contains($0) }) else { return }
    let inner = UnescapedString(bytes[range])
    let text = String(decoding: inner.bytes, as: UTF8.self)
    guard let kind = Self.kind(ofInner: text) else { return }
    for found in CredentialFinder.find(in: text, kind, writer) where found.range.upperBound <= inner.bytes.count {
      take(inner.original(found.range), found.label, value: found.value)
    }
  }

  private static func kind(ofInner text: String) -> Kind? {
    switch text.utf8.first(where: { $0 > UInt8(ascii: " ") }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"): .body
    case UInt8(ascii: "/"): .url
    // A query of GraphQL.
    case _ where text.utf8.contains(UInt8(ascii: "\"")): .json
    case _ where text.utf8.contains(UInt8(ascii: " ")): nil
    case _ where text.contains("://"): .url
    case _ where text.utf8.contains(UInt8(ascii: "=")): .body
    default: nil
    }
  }
}

// Lines of text.
extension CredentialFinder {
  /// A form, or text with pairs in it.
  private mutating func takeLine(_ line: ArraySlice<UInt8>) {
    guard let mark = line.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = bytes[trimmed(line.startIndex..<mark)]
    if !name.isEmpty, name.allSatisfy(Self.isOfName) {
      for word in line.split(separator: UInt8(ascii: "&")) { takeWhole(word) }
    } else {
      takePairs(in: line)
    }
  }

  /// A field of a form: its value may have blanks.
  private mutating func takeWhole(_ word: ArraySlice<UInt8>) {
    guard let mark = word.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = PercentText.decoded(text(trimmed(word.startIndex..<mark)), plusIsBlank: true)
    let value = trimmed(mark + 1..<word.endIndex)
    if bytes[value].first != UInt8(ascii: "="), CredentialName.isCredential(name) || isKnown(text(value)) {
      take(unquoted(value), name)
    } else {
      takePairs(in: word)
    }
  }

  /// Pairs in a sentence, in a URL or in a program: a value ends at the next blank or sign.
  private mutating func takePairs(in line: ArraySlice<UInt8>) {
    var start = line.startIndex
    while let mark = line[start...].firstIndex(of: UInt8(ascii: "=")) {
      start = mark + 1
      let front = line[..<mark]
      let end = front.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? front.startIndex
      let nameStart = front[..<end].lastIndex { !Self.isOfName($0) }.map { $0 + 1 } ?? front.startIndex
      let name = PercentText.decoded(text(nameStart..<end), plusIsBlank: true)
      guard CredentialName.isCredential(name) else { continue }
      let valueStart = line[start...].firstIndex { $0 > UInt8(ascii: " ") } ?? line.endIndex
      guard let value = self.value(in: line[valueStart...]) else { continue }
      take(value, name)
      start = value.upperBound
    }
  }

  /// Not of a comparison, nor of a call.
  private func value(in line: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = line.first, first != UInt8(ascii: "=") else { return nil }
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      return line.startIndex + 1..<(line.dropFirst().firstIndex(of: first) ?? line.endIndex)
    }
    let value = line.prefix { $0 > UInt8(ascii: " ") && !"&<>\"'(),;".utf8.contains($0) }
    if value.endIndex < line.endIndex, line[value.endIndex] == UInt8(ascii: "(") { return nil }
    return value.indices
  }

  private func unquoted(_ range: Range<Int>) -> Range<Int> {
    guard range.count > 2, let quote = bytes[range].first, "'\"".utf8.contains(quote), bytes[range].last == quote else {
      return range
    }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "_-.%+[]$@".utf8.contains(byte) }
}

extension CredentialFinder {
  /// A text with something else in place of each credential.
  /// - Parameter other: what becomes of the text between them.
  package static func replacing(
    in text: String, _ kind: Kind, _ writer: Writer = .ofOthers(knowing: Secrets()),
    other: (String) -> String = { $0 }, with replacement: (FoundCredential) -> String
  ) -> String {
    let found = find(in: text, kind, writer)
    guard !found.isEmpty else { return other(text) }
    let bytes = Array(text.utf8)
    var (result, end) = ("", 0)
    for credential in found {
      result += other(String(decoding: bytes[end..<credential.range.lowerBound], as: UTF8.self))
      result += replacement(credential)
      end = credential.range.upperBound
    }
    return result + other(String(decoding: bytes[end...], as: UTF8.self))
  }

  /// A text of others with every credential masked.
  package static func masking(_ text: String, _ kind: Kind) -> String {
    replacing(in: text, kind) { $0.isNumber ? "\"\(Secrets.mask)\"" : Secrets.mask }
  }
}
