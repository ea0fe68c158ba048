internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The body of a request in a `.http` file.
struct HTTPFileBody {
  enum Kind {
    case plain, graphQL, webSocket
  }

  private let kind: Kind
  private let lines: [String]
  private let paths: ImportedPaths
  private(set) var texts: ImportedTexts
  private(set) var notes: [String] = []

  init(_ lines: [String], _ kind: Kind, _ texts: ImportedTexts, _ paths: ImportedPaths) {
    self.lines = lines
    (self.kind, self.texts, self.paths) = (kind, texts, paths)
  }

  mutating func apply(to request: inout RequestDefinition) {
    switch kind {
    case .plain: request.body = body(&request.headers)?.unlessEmpty
    case .graphQL:
      request.body = graphQL(&request.headers)
      if request.method == nil { request.method = Located("POST") }
    case .webSocket:
      request.messages = messages()
      let url = request.url.value
      if url.hasPrefix("{{") || url.hasPrefix("http") { request.url = Located("ws+" + url) }
      return
    }
    // What goes with the body is sent by itself.
    let implied = request.body?.impliedContentType
    request.headers.removeAll { $0.isOn && $0.name.lowercased() == "content-type" && $0.value == implied }
    if case .multipart? = request.body { request.headers.removeContentType() }
  }

  private var text: String { lines.joined(separator: "\n").trimmed }

  private mutating func body(_ headers: inout [Row]) -> BodyDefinition? {
    guard !text.isEmpty else { return nil }
    let type = headers.contentType ?? ""
    if let boundary = HTTPFileParts.boundary(of: type) {
      return .multipart(HTTPFileParts.parts(of: text, boundary).map { part($0) })
    }
    if let file = onlyFile() { return filled(file, &headers) }
    let text = withFiles()
    if MediaTypeName(type).isForm { return form(text) }
    if MediaTypeName(type).isJSON { return texts.jsonBody(text) }
    if type.isEmpty { sayNoType(&headers, text) }
    return .text(Located(texts.body(text)))
  }

  /// Without a header the body has no content type.
  private mutating func sayNoType(_ headers: inout [Row], _ text: String) {
    headers.append(Row("Content-Type", "", isOn: false))
    if ["{", "["].contains(text.prefix(1)) {
      notes.append("Its body is sent without a content type: no header says application/json.")
    }
  }

  /// Fields over several lines, with blanks around their marks; what no form can have is encoded.
  private mutating func form(_ text: String) -> BodyDefinition {
    let joined = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined()
    let fields = joined.split(separator: "&", omittingEmptySubsequences: false).map { field in
      field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { encoded(String($0).trimmed) }
        .joined(separator: "=")
    }
    let written = fields.joined(separator: "&")
    if let pairs = ImportedForm.pairs(of: written) {
      return .form(pairs.map { Row($0.name, texts.value($0.value, named: $0.name)) })
    }
    return .text(Located(texts.body(written)))
  }

  private func encoded(_ text: String) -> String {
    texts.templates.segments(of: text).map { piece in
      switch piece {
      case .literal(let text): WrittenText.sendable(text)
      case .template(let whole, _): whole
      }
    }.joined()
  }
}

// Files: `< path` as it is, `<@ path` with its templates filled in, `<@latin1 path` in another encoding.
extension HTTPFileBody {
  private struct FileLine {
    let path: String
    let isFilled: Bool
    let encoding: String?

    init?(_ line: String) {
      guard let match = line.wholeMatch(of: /<(@(\S*))?\s+(.+)/) else { return nil }
      path = String(match.3).trimmed
      isFilled = match.1 != nil
      encoding = match.2.flatMap { $0.isEmpty ? nil : String($0).lowercased() }
    }
  }

  private func onlyFile() -> FileLine? { text.contains(where: \.isNewline) ? nil : FileLine(text) }

  private mutating func filled(_ file: FileLine, _ headers: inout [Row]) -> BodyDefinition? {
    guard file.isFilled, let text = read(file) else {
      if file.isFilled {
        notes.append(
          "The templates in the file \(Printable.quoted(file.path)) are not filled in: it cannot be read here.")
      }
      let isTypeSaid = headers.contentType != nil
      if !isTypeSaid { headers.append(Row("Content-Type", "", isOn: false)) }
      return .file(FileDefinition(path: Located(texts.templates.text(file.path))))
    }
    if MediaTypeName(headers.contentType ?? "").isJSON { return texts.jsonBody(text) }
    if headers.contentType == nil { headers.append(Row("Content-Type", "", isOn: false)) }
    return .text(Located(texts.body(text)))
  }

  private func read(_ file: FileLine) -> String? {
    guard let bytes = paths.beside(file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path),
      bytes.count < 1 << 20
    else { return nil }
    switch file.encoding {
    case nil, "utf8", "utf-8": return String(validating: bytes, as: UTF8.self)
    case "latin1", "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case "ascii", "us-ascii": return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    default: return nil
    }
  }

  /// The text with those files in it that stand between other lines.
  private mutating func withFiles() -> String {
    guard lines.contains(where: { FileLine($0) != nil }) else { return text }
    var result: [String] = []
    for line in lines {
      guard let file = FileLine(line) else {
        result.append(line)
        continue
      }
      if let text = read(file) {
        result.append(text)
      } else {
        notes.append("The file \(Printable.quoted(file.path)) within its body was left out: it cannot be read here.")
      }
    }
    return result.joined(separator: "\n").trimmed
  }

  private mutating func part(_ part: PartDefinition) -> PartDefinition {
    var part = part
    switch part.content {
    case .file(let path): part.content = .file(texts.templates.text(path))
    case .text(let text): part.content = .text(texts.value(text, named: part.name))
    }
    return part
  }
}

// GraphQL and WebSockets.
extension HTTPFileBody {
  /// The query, and its variables behind an empty line.
  private mutating func graphQL(_ headers: inout [Row]) -> BodyDefinition? {
    let text = withFiles()
    guard !text.isEmpty else { return nil }
    var (query, variables) = (text, String?.none)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let starts = lines.indices.dropFirst().filter { index in
      lines[index].drop(while: \.isWhitespace).first == "{" && lines[index - 1].allSatisfy(\.isWhitespace)
    }
    if let start = starts.suffix(3).last(where: { Self.isWhole(lines[$0...].joined(separator: "\n")) }) {
      query = lines[..<start].joined(separator: "\n").trimmed
      variables = lines[start...].joined(separator: "\n").trimmed
    }
    return texts.graphQLBody(query, variables: variables, &headers)
  }

  /// JSON, but for templates in it.
  private static func isWhole(_ text: String) -> Bool {
    let plain = ImportedTemplates(.httpFile).segments(of: text).map { piece in
      if case .literal(let text) = piece { text } else { "0" }
    }.joined()
    return (try? JSONValue(parsing: plain.trimmed)) != nil
  }

  /// Separated by lines of `===`.
  private mutating func messages() -> [MessageDefinition] {
    let pieces = lines.split { $0.hasPrefix("===") }.map { $0.joined(separator: "\n").trimmed }.filter { !$0.isEmpty }
    if lines.contains(where: { $0.hasPrefix("=== wait") }) {
      notes.append("Its messages are sent one after another, without waiting for the server.")
    }
    return pieces.map { MessageDefinition(send: Located(texts.body($0))) }
  }
}
