internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a workspace of a `.http` or `.rest` file, in the dialects of JetBrains' HTTP Client and of VS Code's REST Client.
///
///     @host = https://api.example.com        a value by name
///     ### Sign in                            the next request, and what it is called
///     # @name login                          its name, too
///     POST {{host}}/login HTTP/1.1           method, URL, version
///     Content-Type: application/json         headers
///                                            an empty line, then the body, or `< file`
///     { "user": "ada" }
struct HTTPFileImport {
  private var api: ImportedAPI
  private var names = ImportNames()
  private var templates = ImportedTemplates()
  private var credentials = CredentialRedactor(host: "the file")
  private let text: String

  init(_ text: String, named name: String) {
    self.text = text
    api = ImportedAPI(format: "HTTP file", title: name.split(separator: ".").first.map(String.init) ?? name)
  }

  /// Whether a text has a request line, by which nothing else begins.
  static func isOne(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmed }
      .first { !$0.isEmpty && !isComment($0) && !$0.hasPrefix("@") }
      .map { requestLine($0) != nil } ?? false
  }

  /// - Parameter environments: JetBrains' `http-client.env.json`: values by name, by environment.
  func imported(environments: [JSONValue] = []) -> ImportedAPI {
    var copy = self
    copy.templates.captured = Set(HTTPFileHandler.allCaptures(in: text))
    for environment in environments { copy.add(environments: environment) }
    for block in Self.blocks(of: text) { copy.add(block) }
    copy.api.declare(copy.templates)
    copy.api.secrets = copy.credentials.found
    return copy.api
  }

  private mutating func add(environments: JSONValue) {
    for (name, values) in environments.object ?? [:] where name != "$shared" {
      let variables = (values.object ?? [:]).compactMap { key, value -> Variable? in
        let name = ImportNames.variable(key)
        if CredentialName.isCredential(key) { return .asked(name) }
        return PostmanText.text(value).map { .text(name, templates.text($0)) }
      }
      api.environments.append(ImportedEnvironment(name: ImportNames.slug(name, or: "local"), variables: variables))
    }
  }
}

// Lines.
extension HTTPFileImport {
  /// The lines between two lines that begin with `###`.
  struct Block {
    var title = ""
    var lines: [String] = []
    /// Of its first line, counted from 1.
    var line = 1
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks = [Block()]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.hasPrefix("###") {
        blocks.append(Block(title: String(line.drop { $0 == "#" }).trimmed, line: index + 1))
      } else {
        blocks[blocks.count - 1].lines.append(String(line))
      }
    }
    return blocks
  }

  private static func isComment(_ line: String) -> Bool { line.hasPrefix("#") || line.hasPrefix("//") }

  /// `GET https://… HTTP/1.1`; a URL alone is a GET.
  static func requestLine(_ line: String) -> (method: String, url: String)? {
    var words = line.split(separator: " ").map(String.init)
    if let last = words.last, words.count > 1, last.hasPrefix("HTTP/") { words.removeLast() }
    guard let first = words.first else { return nil }
    if words.count > 1, first.isToken, first == first.uppercased() {
      return (first, words.dropFirst().joined(separator: " "))
    }
    return words.count == 1 && (first.isWholeURL || first.hasPrefix("{{")) ? ("GET", first) : nil
  }

  private mutating func add(_ block: Block) {
    var rest = block.lines[...]
    var name = block.title
    var notes: [String] = []
    while let line = rest.first?.trimmed,
      line.isEmpty || line.hasPrefix("@") || Self.isComment(line) || line.hasPrefix("<")
    {
      rest.removeFirst()
      if line.hasPrefix("@") { add(variable: line) }
      if line.hasPrefix("<") { skipScript(&rest, line, block) }
      guard Self.isComment(line) else { continue }
      let comment = String(line.drop { $0 == "#" || $0 == "/" }).trimmed
      if comment.hasPrefix("@name") {
        name = String(comment.dropFirst(5)).drop(while: { " =".contains($0) }).description
      } else if !comment.hasPrefix("@"), !comment.isEmpty {
        notes.append(comment)
      }
    }
    guard let first = rest.first?.trimmed else { return }
    guard let (method, start) = Self.requestLine(first) else {
      return note(block, "\(Printable.quoted(first)) is no request line, and was left out with what follows.")
    }
    rest.removeFirst()
    let url = start + Self.continuation(&rest)
    add(method, url, rest, named: name, notes, block)
  }

  /// A long URL goes on in lines that are indented.
  private static func continuation(_ rest: inout ArraySlice<String>) -> String {
    var text = ""
    while let line = rest.first, line.first?.isWhitespace == true, ["?", "&", "/"].contains(line.trimmed.prefix(1)) {
      text += line.trimmed
      rest.removeFirst()
    }
    return text
  }

  private mutating func add(variable line: String) {
    let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2, !CredentialName.isCredential(parts[0]) else { return }
    api.variables.append(.text(ImportNames.variable(parts[0]), templates.text(parts[1])))
  }

  /// `< {% … %}` in front of a request.
  private mutating func skipScript(_ rest: inout ArraySlice<String>, _ line: String, _ block: Block) {
    note(block, "Its script before the request was left out.")
    guard line.contains("{%"), !line.contains("%}") else { return }
    while let line = rest.popFirst(), !line.contains("%}") {}
  }

  private mutating func note(_ block: Block, _ text: String) {
    api.notes.append(ImportNote("line \(block.line)", text))
  }
}

// Requests.
extension HTTPFileImport {
  private mutating func add(
    _ method: String, _ url: String, _ lines: ArraySlice<String>, named name: String, _ notes: [String], _ block: Block
  ) {
    var request = RequestDefinition()
    request.method = method == "GET" ? nil : Located(method)
    let address = String(url.prefix { $0 != "?" && $0 != "#" })
    request.url = Located(templates.text(address).withScheme)
    if let mark = url.firstIndex(of: "?") { request.query = query(url[url.index(after: mark)...].prefix { $0 != "#" }) }
    let headers = lines.prefix { !$0.trimmed.isEmpty }.filter { !Self.isComment($0.trimmed) }
    addHeaders(headers, to: &request)
    addBody(Array(lines.dropFirst(headers.count)), to: &request, block)
    request.docs = notes.isEmpty ? nil : Located(notes.joined(separator: "\n"))
    let last = address.split(separator: "/").last.map(String.init) ?? ""
    let id =
      Self.isPath(name)
      ? ImportNames.path(name.split(separator: "/").map(String.init), or: "request")
      : ImportNames.slug(name.isEmpty ? "\(method.lowercased()) \(last)" : name, or: "request")
    api.requests.append(ImportedRequest(id: names.free(id), definition: request))
  }

  /// Whether a title is the path of a request, as an export writes it: `user/login`.
  private static func isPath(_ title: String) -> Bool {
    title.wholeMatch(of: /[\w-]+(\/[\w-]+)+/) != nil
  }

  private mutating func query(_ query: Substring) -> [Row] {
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Row(
        PercentText.decoded(parts[0], plusIsBlank: true),
        value(parts.count > 1 ? PercentText.decoded(parts[1], plusIsBlank: true) : "", named: parts[0]))
    }
  }

  private mutating func value(_ text: String, named name: String) -> String {
    text.contains("{{") ? templates.text(text) : credentials.screen(name, text)
  }

  private mutating func addHeaders(_ lines: some Sequence<String>, to request: inout RequestDefinition) {
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let (name, value) = (String(line[..<colon]).trimmed, String(line[line.index(after: colon)...]).trimmed)
      guard name.isToken else { continue }
      if name.lowercased() == "authorization", let auth = userAuth(value) {
        request.auth = Located(auth)
        continue
      }
      let text = value.contains("{{") ? templates.text(value) : credentials.screenHeader(name, value)
      request.headers.append(Row(name, text))
    }
  }

  /// `Basic user password` and `Digest user password` are written in clear, and encoded when they are sent.
  private mutating func userAuth(_ value: String) -> AuthDefinition? {
    guard let match = value.wholeMatch(of: /(?i)(Basic|Digest)\s+(\{\{.*?\}\}|\S+)\s+(.+)/) else { return nil }
    let password = String(match.3)
    let user = UserDefinition(
      user: Located(templates.text(String(match.2))),
      password: Located(
        password.contains("{{") ? templates.text(password) : credentials.hide(password, as: "password")))
    return match.1.lowercased() == "basic" ? .basic(user) : .digest(user)
  }

  private mutating func addBody(_ lines: [String], to request: inout RequestDefinition, _ block: Block) {
    let kept = lines.filter { !$0.hasPrefix("<>") }
    let end = kept.firstIndex { $0.hasPrefix("> ") || $0.hasPrefix(">> ") } ?? kept.count
    apply(HTTPFileHandler(Array(kept[end...])), to: &request, block)
    request.body = body(kept[..<end].joined(separator: "\n").trimmed, request.headers)?.unlessEmpty
    // What goes with the body is sent by itself.
    let isImplied = request.body?.impliedContentType
    request.headers.removeAll { $0.name.lowercased() == "content-type" && $0.value.lowercased() == isImplied }
    if case .multipart? = request.body { request.headers.removeAll { $0.name.lowercased() == "content-type" } }
  }

  private mutating func apply(_ handler: HTTPFileHandler, to request: inout RequestDefinition, _ block: Block) {
    (request.capture, request.expect) = (handler.captures, handler.expect)
    guard handler.unknown > 0 else { return }
    note(block, "\(handler.unknown.counted("line")) of its response handler could not be taken over.")
  }

  private mutating func body(_ text: String, _ headers: [Row]) -> BodyDefinition? {
    guard !text.isEmpty else { return nil }
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    if text.hasPrefix("< ") || text.hasPrefix("<@ ") {
      let path = text.split(separator: " ").dropFirst().joined(separator: " ")
      return .file(FileDefinition(path: Located(templates.text(path))))
    }
    if let boundary = HTTPFileParts.boundary(of: type) {
      return .multipart(HTTPFileParts.parts(of: text, boundary).map { part in part.with { value(of: $0) } })
    }
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return .form(query(Substring(text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined())))
    }
    let isJSON = type.lowercased().contains("json") || (type.isEmpty && ["{", "["].contains(text.prefix(1)))
    guard isJSON else { return .text(Located(templates.text(text))) }
    return .json(Located(text.contains("{{") ? templates.text(text) : credentials.screenJSON(text)))
  }

  private mutating func value(of part: PartDefinition) -> String {
    switch part.content {
    case .file(let path): templates.text(path)
    case .text(let text): value(text, named: part.name)
    }
  }
}

extension PartDefinition {
  /// The same with another text or path.
  fileprivate func with(_ text: (PartDefinition) -> String) -> PartDefinition {
    var part = self
    switch content {
    case .file: part.content = .file(text(self))
    case .text: part.content = .text(text(self))
    }
    return part
  }
}

extension BodyDefinition {
  /// The content type that is sent with it where no header says another.
  var impliedContentType: String? {
    switch self {
    case .json, .graphql: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .text, .multipart, .file: nil
    }
  }
}
