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
    /// An import, which has made Parley's templates of another program's. These values are credentials wherever they stand.
    case ofImport(knowing: Secrets)
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
    finder.settle()
    if case .ofImport = writer {
      finder.findKnown(kind)
      finder.settle()
    }
    finder.findByShape()
    return finder.found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private init(_ text: String, _ writer: Writer) {
    bytes = Array(text.utf8)
    switch writer {
    case .person: (templates, known) = (Self.templates(in: text), Secrets())
    case .ofImport(let secrets): (templates, known) = (Self.templates(in: text), secrets)
    case .ofOthers(let secrets): (templates, known) = ([], secrets)
    }
  }

  private static func templates(in text: String) -> [Range<Int>] {
    text.hasTemplateMark ? TemplateText(text).templates.map(\.range) : []
  }

  /// Nothing that is found from here on may overlap what was found so far.
  private mutating func settle() { placed = found.map(\.range).sorted { $0.lowerBound < $1.lowerBound } }

  private func isKnown(_ text: String) -> Bool { !known.isEmpty && known.masking(text) != text }

  private mutating func findByPlace(_ kind: Kind) {
    switch kind {
    case .credential(let label): take(bytes.indices, label)
    case .named(let name) where CredentialName.isCredential(name): take(bytes.indices, name)
    case .named: takeValue()
    case .url: takeQuery()
    case .header(let name): takeHeader(name)
    case .json: takeJSON()
    case .body: takeBody()
    case .connection: takeWords(separatedBy: UInt8(ascii: " "), from: 0)
    case .text: break
    }
  }

  private mutating func findKnown(_ kind: Kind) {
    for range in known.places(in: bytes, isForeign: true) { take(range, kind.label) }
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

extension CredentialFinder.Kind {
  /// The name of a credential that is known by its value alone.
  fileprivate var label: String {
    switch self {
    case .credential(let name), .named(let name), .header(let name): name
    case .url, .json, .body, .text, .connection: "value"
    }
  }
}

// Values of any purpose, such as those of variables.
extension CredentialFinder {
  /// A document, a header's line, a token behind its scheme, or a URL.
  private mutating func takeValue() {
    let all = trimmed(bytes.indices)
    if isDocument(all) {
      takeJSON()
    } else if let colon = bytes[all].firstIndex(of: UInt8(ascii: ":")), isHeader(all.lowerBound..<colon, all) {
      takeHeader(text(all.lowerBound..<colon), in: trimmed(colon + 1..<all.upperBound))
    } else {
      takeScheme(in: all)
    }
    if found.isEmpty { takeQuery() }
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

// Headers.
extension CredentialFinder {
  /// - Parameter part: where the header's value stands; nil for the whole text.
  private mutating func takeHeader(_ name: String, in part: Range<Int>? = nil) {
    let range = part ?? bytes.indices
    let plain = name.lowercased()
    if plain.hasSuffix("authorization") { return takeAuthorization(name, in: trimmed(range)) }
    if plain == "cookie" { return takeCookies(in: range) }
    if CredentialName.isCredential(name) { take(range, name) } else { takeQuery() }
  }

  /// Without the scheme in front, which is no secret.
  private mutating func takeAuthorization(_ name: String, in all: Range<Int>) {
    guard let blank = bytes[all].firstIndex(of: UInt8(ascii: " ")) else {
      let isScheme = ["basic", "bearer", "digest", "negotiate", "ntlm"].contains(text(all).lowercased())
      return isScheme ? () : take(all, name)
    }
    let scheme = text(all.lowerBound..<blank)
    guard scheme.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else { return take(all, name) }
    take(blank..<all.upperBound, scheme.lowercased() == "bearer" ? "token" : "\(scheme) credentials")
  }

  /// All of them; where some are templates, each of the others that has a credential's name.
  private mutating func takeCookies(in range: Range<Int>) {
    if templates.isEmpty {
      take(range, "Cookie")
    } else {
      takeWords(separatedBy: UInt8(ascii: ";"), from: range.lowerBound)
    }
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

  /// JSON, XML, a form, or anything else.
  private mutating func takeBody() {
    let all = trimmed(bytes.indices)
    if isDocument(all) { return takeJSON() }
    if bytes[all].first == UInt8(ascii: "<") { return takeMarkup() }
    if !bytes.contains(where: { $0 <= UInt8(ascii: " ") }) { takeWords(separatedBy: UInt8(ascii: "&"), from: 0) }
  }
}

// Documents.
extension CredentialFinder {
  /// The texts of members; those of arguments of GraphQL look alike. Each may be such a document itself.
  private mutating func takeJSON() {
    let scan = StringScan(bytes, skipping: templates)
    for string in scan.strings {
      let isNamed = string.name.map(CredentialName.isCredential) == true
      if isNamed || !known.isEmpty && isKnown(scan.text(string.range)) {
        take(string.range, string.name ?? "value", value: scan.text(string.range))
      } else if bytes[string.range].contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "<") }) {
        takeInner(string.range)
      }
    }
  }

  /// A query of GraphQL, JSON or XML within a text of JSON.
  private mutating func takeInner(_ range: Range<Int>) {
    let inner = UnescapedText(bytes, range)
    let scan = StringScan(inner.bytes, skipping: inner.ranges(of: templates))
    for string in scan.strings where string.name.map(CredentialName.isCredential) == true {
      take(inner.outer(string.range), string.name ?? "value", value: scan.text(string.range))
    }
    guard !scan.strings.contains(where: { $0.name.map(CredentialName.isCredential) == true }) else { return }
    for part in MarkupScan(inner.bytes).found where CredentialName.isCredential(part.name) {
      take(inner.outer(part.range), part.name, value: String(decoding: inner.bytes[part.range], as: UTF8.self))
    }
  }

  private mutating func takeMarkup() {
    for part in MarkupScan(bytes).found where CredentialName.isCredential(part.name) { take(part.range, part.name) }
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
