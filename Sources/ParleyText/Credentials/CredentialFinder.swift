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

  let bytes: [UInt8]
  let templates: [Range<Int>]
  let known: Secrets
  let writer: Writer
  /// The ranges found by their place, in the order of the text.
  private var placed: [Range<Int>] = []
  private var found: [FoundCredential] = []

  /// In the order of the text.
  package static func find(
    in text: String, _ kind: Kind, _ writer: Writer = .person
  ) -> [FoundCredential] {
    guard !text.isEmpty else { return [] }
    // Templates are looked for in texts that have something in them.
    if case (.text, .person) = (kind, writer), ShapeScan(Array(text.utf8)).matches.isEmpty { return [] }
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
    self.writer = writer
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
  private mutating func settle() {
    joinOverlapping()
    placed = found.map(\.range)
  }

  func isKnown(_ text: String) -> Bool { !known.isEmpty && known.masking(text) != text }

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
    for match in ShapeScan(bytes).matches where !templates.haveOne(overlapping: match.range) {
      take(match.range, match.label)
    }
  }

  /// Puts them in order. One text may be found in several ways: what they found in all is one credential.
  private mutating func joinOverlapping() {
    var joined: [FoundCredential] = []
    for next in found.sorted(by: { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }) {
      guard let last = joined.last, last.range.upperBound > next.range.lowerBound else {
        joined.append(next)
        continue
      }
      guard last.range.upperBound < next.range.upperBound else { continue }
      let range = last.range.lowerBound..<next.range.upperBound
      joined[joined.count - 1] = FoundCredential(range: range, value: text(range), label: last.label)
    }
    found = joined
  }

  /// Adds a credential, unless its range overlaps one that was found by its place. Of one with templates in it, what was typed
  /// between them.
  mutating func take(_ range: Range<Int>, _ label: String, value: String? = nil, isNumber: Bool = false) {
    let range = trimmed(range)
    guard !range.isEmpty, !placed.haveOne(overlapping: range) else { return }
    guard !templates.haveOne(overlapping: range) else { return takePieces(of: range, label) }
    let value = value ?? text(range)
    guard !Placeholder.isOne(value) else { return }
    found.append(FoundCredential(range: range, value: value, label: label, isNumber: isNumber))
  }

  private mutating func takePieces(of range: Range<Int>, _ label: String) {
    var start = range.lowerBound
    for template in templates where template.overlaps(range) {
      takePiece(start..<max(start, template.lowerBound), label)
      start = template.upperBound
    }
    takePiece(start..<max(start, range.upperBound), label)
  }

  /// Shorter ones are a separator, or a word that says what kind of credential it is.
  private static let shortestPiece = 6

  private mutating func takePiece(_ range: Range<Int>, _ label: String) {
    guard let first = bytes[range].firstIndex(where: \.isLetterOrDigit),
      let last = bytes[range].lastIndex(where: \.isLetterOrDigit)
    else { return }
    let piece = first..<last + 1
    guard piece.count >= Self.shortestPiece, !bytes[piece].contains(where: { " ,;:=\"".utf8.contains($0) }) else {
      return
    }
    let value = text(piece)
    guard !Placeholder.isDescription(value) else { return }
    found.append(FoundCredential(range: piece, value: value, label: label))
  }

  var hasFound: Bool { !found.isEmpty }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
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

/// A credential in a text.
package struct FoundCredential: Sendable, Hashable {
  /// As UTF-8 offsets.
  package let range: Range<Int>
  /// The credential itself, without the escapes of the text around it.
  package let value: String
  /// The name of its kind, such as `token`.
  package let label: String
  /// A number of JSON, which has no quotes around it.
  package var isNumber = false

  /// Whether a template can stand in its place, in a text of a kind. In JSON, what fills one outside of quotes is a text again.
  package func takesTemplate(in kind: CredentialFinder.Kind) -> Bool {
    guard isNumber, case .json = kind else { return true }
    return false
  }
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
