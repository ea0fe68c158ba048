internal import ParleyEngine

// Headers.
extension CredentialFinder {
  /// - Parameter part: where the header's value stands; nil for the whole text.
  mutating func takeHeader(_ name: String, in part: Range<Int>? = nil) {
    let range = part ?? bytes.indices
    let plain = name.lowercased()
    if plain.hasSuffix("authorization") { return takeAuthorization(name, in: trimmed(range)) }
    if plain == "cookie" { return takeCookies(in: range) }
    if plain == "set-cookie" { return takeCookie(in: range) }
    if CredentialName.isHeader(name) { take(range, name) } else { takeQuery() }
  }

  /// Without the scheme in front, which is no secret.
  private mutating func takeAuthorization(_ name: String, in all: Range<Int>) {
    guard let blank = firstBlank(in: all) else {
      let isScheme = ["basic", "bearer", "digest", "negotiate", "ntlm"].contains(text(all).lowercased())
      return isScheme ? () : take(all, name)
    }
    let scheme = text(all.lowerBound..<blank)
    if templates.contains(where: { $0 == all.lowerBound..<blank }) { return take(blank..<all.upperBound, name) }
    guard scheme.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else { return take(all, name) }
    take(blank..<all.upperBound, scheme.lowercased() == "bearer" ? "token" : "\(scheme) credentials")
  }

  /// Not of those within templates.
  private func firstBlank(in range: Range<Int>) -> Int? {
    range.first { place in bytes[place] == UInt8(ascii: " ") && !templates.contains { $0.contains(place) } }
  }

  /// All of them; where some are templates, each of the others that has a credential's name.
  private mutating func takeCookies(in range: Range<Int>) {
    if templates.isEmpty {
      take(range, "Cookie")
    } else {
      takeWords(separatedBy: UInt8(ascii: ";"), from: range.lowerBound)
    }
  }

  /// The value alone, of which nobody knows what it means.
  private mutating func takeCookie(in range: Range<Int>) {
    let pair = bytes[range].prefix { $0 != UInt8(ascii: ";") }
    if let mark = pair.firstIndex(of: UInt8(ascii: "=")) { take(mark + 1..<pair.endIndex, "Cookie") }
  }
}

// Pairs of names and values.
extension CredentialFinder {
  /// The parameters of a URL: in its path, in front of a `#` and behind it.
  mutating func takeQuery() {
    let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    for segment in path.split(separator: UInt8(ascii: "/")) {
      for word in segment.split(separator: UInt8(ascii: ";")).dropFirst() { takePair(word) }
    }
    if path.endIndex < bytes.count { takeWords(separatedBy: UInt8(ascii: "&"), from: path.endIndex + 1) }
  }

  mutating func takeWords(separatedBy separator: UInt8, from start: Int) {
    for word in bytes[start...].split(whereSeparator: { $0 == separator || "#?".utf8.contains($0) && start > 0 }) {
      if takePair(word) { continue }
      // Some servers read `;` as `&`.
      for part in word.split(separator: UInt8(ascii: ";")) { takePair(part) }
    }
  }

  /// - Returns: whether it is one of a credential.
  @discardableResult
  private mutating func takePair(_ word: ArraySlice<UInt8>) -> Bool {
    guard let mark = word.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let name = PercentText.decoded(text(trimmed(word.startIndex..<mark)), plusIsBlank: true)
    let value = mark + 1..<word.endIndex
    guard CredentialName.isCredential(name) || isKnown(text(value)) else { return false }
    take(value, name)
    return true
  }
}
