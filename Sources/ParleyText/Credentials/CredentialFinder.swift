package import ParleyEngine

/// Finds the credentials in a text by where they stand and by what they look like. The only place that says what is one: saving,
/// imports, `parley check`, masks, mocks and exports ask it.
///
/// A template is never a credential, nor is what only stands for one, as in `<token>`.
///
/// ```swift
/// CredentialFinder.find(in: "Bearer 1f0c", .header("Authorization")).map(\.value)   // ["1f0c"]
/// CredentialFinder.find(in: "Bearer {{token}}", .header("Authorization"))           // []
/// ```
package struct CredentialFinder {
  /// The purpose of a text.
  package enum Kind: Sendable {
    /// All of it is a credential, of this name: a password, a token or a key under `auth`.
    case credential(String)
    /// The value of a query parameter, a path variable, a form field or a variable.
    case named(String)
    case header(String)
    case url
    case json
    /// Of any media type.
    case body
    /// A text in which only parts that look like credentials are credentials.
    case text
    /// The connection string of a database: a URL, or `key=value` words.
    case connection
  }

  /// The writer of a text.
  package enum Writer {
    /// Somebody who knows templates.
    case person
    /// Another program, or a server: nothing in it is a template. These values are credentials wherever they stand.
    case ofOthers(knowing: Secrets)
  }

  private let bytes: [UInt8]
  private let templates: [Range<Int>]
  private let known: Secrets
  /// The ranges found by their place, in the order of the text.
  private var placed: [Range<Int>] = []
  private var found: [FoundCredential] = []

  /// In the order of the text.
  package static func find(
    in text: String, _ kind: Kind, _ writer: Writer = .person
  ) -> [FoundCredential] {
    guard !text.isEmpty else { return [] }
    var finder = CredentialFinder(text, writer)
    finder.findByPlace(kind)
    finder.placed = finder.found.map(\.range)
    finder.findByShape()
    return finder.found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private init(_ text: String, _ writer: Writer) {
    bytes = Array(text.utf8)
    switch writer {
    case .person:
      (templates, known) = (text.hasTemplateMark ? TemplateText(text).templates.map(\.range) : [], Secrets())
    case .ofOthers(let secrets): (templates, known) = ([], secrets)
    }
  }

  private func isKnown(_ text: String) -> Bool { !known.isEmpty && known.masking(text) != text }

  private mutating func findByPlace(_ kind: Kind) {
    switch kind {
    case .credential(let label): take(bytes.indices, label)
    case .named(let name) where CredentialName.isCredential(name): take(bytes.indices, name)
    case .named, .url: takeQuery()
    case .header(let name): takeHeader(name)
    case .json: takeJSON()
    case .body: takeBody()
    case .connection: takeWords(separatedBy: UInt8(ascii: " "), from: 0)
    case .text: break
    }
  }

  private mutating func findByShape() {
    for match in ShapeScan(bytes).matches { take(match.range, match.label) }
  }

  /// Adds a credential, unless its range overlaps one that was found by its place, or a template.
  private mutating func take(_ range: Range<Int>, _ label: String, value: String? = nil) {
    let range = trimmed(range)
    guard !range.isEmpty, !templates.haveOne(overlapping: range), !placed.haveOne(overlapping: range) else { return }
    let value = value ?? String(decoding: bytes[range], as: UTF8.self)
    guard !Placeholder.isOne(value) else { return }
    found.append(FoundCredential(range: range, value: value, label: label))
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let text = bytes[range].drop { $0 <= UInt8(ascii: " ") }
    let end = text.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? text.startIndex
    return text.startIndex..<end
  }
}

// Headers.
extension CredentialFinder {
  private mutating func takeHeader(_ name: String) {
    let plain = name.lowercased()
    if plain.hasSuffix("authorization") { return takeAuthorization(name) }
    if plain == "cookie" { return takeCookies() }
    if CredentialName.isCredential(name) { take(bytes.indices, name) } else { takeQuery() }
  }

  /// Without the scheme in front, which is no secret.
  private mutating func takeAuthorization(_ name: String) {
    let all = trimmed(bytes.indices)
    guard let blank = bytes[all].firstIndex(of: UInt8(ascii: " ")) else {
      let isScheme = ["basic", "bearer", "digest", "negotiate", "ntlm"].contains(text(all).lowercased())
      return isScheme ? () : take(all, name)
    }
    let scheme = text(all.lowerBound..<blank)
    guard scheme.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else { return take(all, name) }
    take(blank..<all.upperBound, scheme.lowercased() == "bearer" ? "token" : "\(scheme) credentials")
  }

  /// All of them; where some are templates, each of the others that has a credential's name.
  private mutating func takeCookies() {
    if templates.isEmpty { take(bytes.indices, "Cookie") } else { takeWords(separatedBy: UInt8(ascii: ";"), from: 0) }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

// Pairs of names and values.
extension CredentialFinder {
  /// The parameters of a URL, in front of a `#` and behind it.
  private mutating func takeQuery() {
    guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else { return }
    takeWords(separatedBy: UInt8(ascii: "&"), from: mark + 1)
  }

  private mutating func takeWords(separatedBy separator: UInt8, from start: Int) {
    for word in bytes[start...].split(whereSeparator: { $0 == separator || $0 == UInt8(ascii: "#") }) {
      guard let mark = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = PercentText.decoded(text(trimmed(word.startIndex..<mark)), plusIsBlank: true)
      let value = mark + 1..<word.endIndex
      if CredentialName.isCredential(name) || isKnown(text(value)) { take(value, name) }
    }
  }

  /// JSON, a form, or anything else.
  private mutating func takeBody() {
    switch bytes.first(where: { $0 > UInt8(ascii: " ") }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): takeJSON()
    default:
      if !bytes.contains(where: { $0 <= UInt8(ascii: " ") }) { takeWords(separatedBy: UInt8(ascii: "&"), from: 0) }
    }
  }

  /// The texts of members; those of arguments of GraphQL look alike.
  private mutating func takeJSON() {
    let scan = StringScan(bytes, skipping: templates)
    for string in scan.strings {
      let isNamed = string.name.map(CredentialName.isCredential) == true
      guard isNamed || !known.isEmpty && isKnown(scan.text(string.range)) else { continue }
      take(string.range, string.name ?? "value", value: scan.text(string.range))
    }
  }
}

/// A credential in a text.
package struct FoundCredential: Sendable, Hashable {
  /// As UTF-8 offsets.
  package let range: Range<Int>
  /// The credential itself, without the escapes of the text around it.
  package let value: String
  /// The name of its kind, such as `token`.
  package let label: String
}

extension [Range<Int>] {
  /// Of ranges in ascending order that do not overlap one another.
  fileprivate func haveOne(overlapping range: Range<Int>) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].lowerBound < range.upperBound
  }
}
