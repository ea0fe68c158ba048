/// How the bytes of a body are to be read as text: what its byte order mark, its type or the text itself says of its charset.
package struct TextForm: Sendable, Hashable {
  /// Nil for UTF-8, and for what is no text.
  package private(set) var charset: Charset?
  /// A charset that the sender names and this machine does not know, so that the text is read as UTF-8.
  package private(set) var unknown: String?
  /// The length of the byte order mark, which is no part of the text.
  let markLength: Int

  package static let plain = TextForm(markLength: 0)

  /// For people: `charset latin-1`; nil where there is nothing to say.
  package var words: String? {
    unknown.map { "unknown charset \($0)" } ?? charset.map { "charset \($0.name)" }
  }

  private init(_ charset: Charset? = nil, markLength: Int) {
    (self.charset, self.markLength) = (charset, markLength)
  }

  private init(label: String, head: [UInt8]) {
    self.init(Charset(label: label)?.ordered(by: head), markLength: 0)
    guard let found = charset, TextConverter(found) == nil else { return }
    (charset, unknown) = (nil, found.name)
  }

  /// - Parameters:
  ///   - head: the first bytes, at least `headLength` of them where there are as many.
  ///   - isWhole: whether there are no more.
  /// - Returns: nil where it takes more bytes to tell.
  static func of(_ head: [UInt8], contentType: String?, isWhole: Bool) -> TextForm? {
    let type = BodyType(contentType)
    guard type.isText else { return plain }
    if !isWhole, head.count < 4, marks.contains(where: { $0.bytes.starts(with: head) }) { return nil }
    if let mark = marks.first(where: { head.starts(with: $0.bytes) }) {
      return TextForm(mark.charset, markLength: mark.bytes.count)
    }
    // Such streams are UTF-8 whatever they say (https://html.spec.whatwg.org/#parsing-an-event-stream).
    if type.isEventStream { return plain }
    if let label = type.charset {
      return !isWhole && head.count < 4 ? nil : TextForm(label: label, head: head)
    }
    return said(in: head, type, isWhole: isWhole || head.count >= headLength)
  }

  /// The length of the beginning that is looked at, as in HTML's standard.
  static let headLength = 1024

  /// The longer ones first.
  private static let marks: [(bytes: [UInt8], charset: Charset?)] = [
    ([0xFF, 0xFE, 0, 0], .utf32LE), ([0, 0, 0xFE, 0xFF], .utf32BE), ([0xEF, 0xBB, 0xBF], nil),
    ([0xFF, 0xFE], .utf16LE), ([0xFE, 0xFF], .utf16BE),
  ]

  /// The form that a text without a mark declares itself.
  private static func said(in head: [UInt8], _ type: BodyType, isWhole: Bool) -> TextForm? {
    if type.beginsWithASCII, !isWhole, head.count < 4 { return nil }
    if type.beginsWithASCII, let wide = wide(head) { return TextForm(wide, markLength: 0) }
    guard let declaration = CharsetDeclaration(head, type, isWhole: isWhole) else { return nil }
    return declaration.label.map { TextForm(label: $0, head: head) } ?? plain
  }

  private static let beginnings = Set(" \t\r\n{[<\"-0123456789tfn".utf8)

  /// JSON and XML begin with characters of ASCII, whose zero bytes show a wide encoding (RFC 4627 §3; XML 1.0, appendix F).
  private static func wide(_ head: [UInt8]) -> Charset? {
    guard head.count >= 4, let first = head.prefix(4).first(where: { $0 != 0 }), beginnings.contains(first) else {
      return nil
    }
    switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
    case (true, true, true, false): return .utf32BE
    case (false, true, true, true): return .utf32LE
    case (true, false, true, false): return .utf16BE
    case (false, true, false, true): return .utf16LE
    default: return nil
    }
  }
}

/// The facts that a content type states about a body's text.
package struct BodyType {
  /// Without parameters, in lower case; empty where none is named.
  package let name: String
  let charset: String?

  package init(_ contentType: String?) {
    let parts = (contentType ?? "").split(separator: ";", omittingEmptySubsequences: false)
    name = parts.first.map { $0.trimmingBlanks.lowercased() } ?? ""
    charset = parts.dropFirst().lazy.compactMap(Self.charset).first
  }

  private static func charset(in parameter: Substring) -> String? {
    let sides = parameter.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, sides[0].trimmingBlanks.lowercased() == "charset" else { return nil }
    let value = sides[1].trimmingBlanks.filter { $0 != "\"" && $0 != "'" }
    return value.isEmpty ? nil : String(value.trimmingBlanks)
  }

  var isEventStream: Bool { name == "text/event-stream" }
  var isHTML: Bool { name == "text/html" || name == "application/xhtml+xml" }
  var isXML: Bool { name.contains("xml") }
  /// Nobody may say what it is; then what it begins with does.
  var beginsWithASCII: Bool { name.isEmpty || name.contains("json") || isXML }

  /// Of others a charset would be no help, and what looks like a mark is none.
  var isText: Bool {
    if name == WebSocketEntry.contentType { return false }
    if name.hasPrefix("image/") { return name.contains("svg") }
    let binary = ["audio/", "video/", "font/"].contains { name.hasPrefix($0) }
    return !binary && (charset != nil || name.isEmpty || Self.textNames.contains { name.contains($0) })
  }

  private static let textNames = [
    "text/", "json", "xml", "script", "yaml", "html", "csv", "x-www-form-urlencoded", "graphql", "sql", "toml",
    "message/",
  ]
}
