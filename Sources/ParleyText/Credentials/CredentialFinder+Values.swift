internal import ParleyEngine

// Values of any purpose, such as those of variables.
extension CredentialFinder {
  /// A document, a header's line, a token behind its scheme, or a URL.
  mutating func takeValue() {
    let all = trimmed(bytes.indices)
    if isDocument(all) {
      takeJSON()
    } else if let colon = bytes[all].firstIndex(of: UInt8(ascii: ":")), isHeader(all.lowerBound..<colon, all) {
      takeHeader(text(all.lowerBound..<colon), in: trimmed(colon + 1..<all.upperBound))
    } else {
      takeScheme(in: all)
    }
    if !hasFound { takeQuery() }
  }

  /// Whether it looks like JSON; a template in front begins none.
  private func isDocument(_ all: Range<Int>) -> Bool {
    guard let first = bytes[all].first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return templates.first?.lowerBound != all.lowerBound
  }

  /// Whether a text begins with a header's name. Behind most names there is one word: the rest is a sentence.
  private func isHeader(_ name: Range<Int>, _ all: Range<Int>) -> Bool {
    guard !name.isEmpty, bytes[name].allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }),
      bytes[name.upperBound...].dropFirst().first == UInt8(ascii: " ")
    else { return false }
    let plain = text(name).lowercased()
    if plain.hasSuffix("authorization") || plain == "cookie" { return true }
    let value = trimmed(name.upperBound + 1..<all.upperBound)
    return CredentialName.isCredential(plain) && !bytes[value].contains { $0 <= UInt8(ascii: " ") }
  }

  /// The word behind `Bearer` or `Basic`, if it can be no word of a sentence.
  private mutating func takeScheme(in all: Range<Int>) {
    guard let blank = bytes[all].firstIndex(of: UInt8(ascii: " ")) else { return }
    let word = trimmed(blank..<all.upperBound)
    guard word.count >= Self.shortestWord, !bytes[word].contains(where: { $0 <= UInt8(ascii: " ") }),
      bytes[word].dropFirst().contains(where: { $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return }
    switch text(all.lowerBound..<blank).lowercased() {
    case "bearer", "token": take(word, "token")
    case "basic": take(word, "Basic credentials")
    default: break
    }
  }

  /// No shorter word is taken for a token.
  private static let shortestWord = 6
}
