internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
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
struct HTTPFileImport: TextImport {
  private var api: ImportedAPI
  private var names = ImportNames()
  private var texts = ImportedTexts(.httpFile, "the file")
  private let text: String
  private let blocks: [HTTPFileBlock]
  private let paths: ImportedPaths
  /// The ids of requests, by the names that others know them by.
  private var ids: [String: String] = [:]

  init(_ text: String, named name: String, beside: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
    self.text = text
    blocks = HTTPFileBlock.all(in: text)
    paths = ImportedPaths(beside: beside)
    api = ImportedAPI(format: "HTTP file", title: name.split(separator: ".").first.map(String.init) ?? name)
  }

  /// Whether a text has a request line, by which nothing else begins, and is no list of commands.
  static func isOne(_ text: String) -> Bool {
    guard !CurlFileImport.isOne(text), let block = HTTPFileBlock.all(in: text).first(where: { !$0.request.isEmpty })
    else { return false }
    return requestLine(block.request) != nil || CurlText.isCommand(block.request)
  }

  static func read(
    _ text: String, _ source: ImportSource, in folder: String?, environments: [NamedDocument]
  ) -> ImportedAPI {
    HTTPFileImport(text, named: source.name, beside: source.beside).imported(environments: environments)
  }

  /// - Parameter environments: JetBrains' `http-client.env.json` and its private one: values by name, by environment.
  func imported(environments: [NamedDocument] = []) -> ImportedAPI {
    // Twice, because a request may read the response of one that stands below it.
    var first = self
    first.read(environments)
    var copy = self
    copy.texts.templates.requests = first.ids
    // A body may stand above the variable that it uses.
    copy.texts.namesToEscape = first.texts.namesToEscape
    copy.read(environments)
    copy.api.finish(copy.texts)
    return copy.api
  }

  private mutating func read(_ environments: [NamedDocument]) {
    texts.templates.captured = Set(HTTPFileHandler.allCaptures(in: text))
    for environment in environments { add(environments: environment) }
    for block in blocks {
      for setting in block.settings where setting.name == "prompt" { addPrompt(setting.value) }
    }
    for block in blocks { add(block) }
  }

  private mutating func addPrompt(_ text: String) {
    let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    if let name = parts.first { texts.templates.prompts[name] = parts.count > 1 ? parts[1] : name }
  }

  private mutating func note(_ block: HTTPFileBlock, _ text: String) {
    api.notes.append(ImportNote("line \(block.line)", text))
  }
}

// Environments.
extension HTTPFileImport {
  private mutating func add(environments: NamedDocument) {
    let isPrivate = environments.name.contains("private")
    for (name, values) in environments.document.object ?? [:] {
      let isShared = name == "$shared"
      let slug = ImportNames.slug(name, or: "local")
      var variables: [Variable] = []
      for (key, value) in values.object ?? [:] {
        guard let text = PostmanText.text(value) ?? (value.string == "" ? "" : nil) else {
          api.notes.append(ImportNote("\(name).\(key)", "The settings were left out: only values are read."))
          continue
        }
        variables.append(texts.variable(key, text, isSecret: isPrivate, of: isShared ? nil : slug))
      }
      if isShared { api.variables += variables } else { add(variables, to: slug) }
    }
  }

  /// The private values of an environment come behind its others.
  private mutating func add(_ variables: [Variable], to environment: String) {
    if let index = api.environments.firstIndex(where: { $0.name == environment }) {
      let names = Set(variables.map(\.name.value))
      api.environments[index].variables.removeAll { names.contains($0.name.value) }
      api.environments[index].variables += variables
    } else {
      api.environments.append(ImportedEnvironment(name: environment, variables: variables))
    }
  }
}

// Requests.
extension HTTPFileImport {
  struct RequestLine {
    var method: String
    var url: String
    var version: String?
  }

  /// `GET https://… HTTP/1.1`; a URL alone is a GET.
  static func requestLine(_ line: String) -> RequestLine? {
    var rest = line.trimmed
    var version: String?
    if let match = rest.firstMatch(of: /\s+(HTTP\/[\d.]+)(\s*\(.*\))?$/) {
      version = String(match.1)
      rest = String(rest[..<match.range.lowerBound])
    }
    let words = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else { return nil }
    if words.count > 1, first.isToken, first == first.uppercased(), first.contains(where: \.isLetter) {
      return RequestLine(method: first, url: words[1].trimmed, version: version)
    }
    let isAddress = first.isWholeURL || first.hasPrefix("{{")
    return isAddress ? RequestLine(method: "GET", url: rest, version: version) : nil
  }

  private mutating func add(_ block: HTTPFileBlock) {
    for variable in block.variables { add(variable: variable) }
    if block.hasScriptBefore { note(block, "Its script before the request was left out.") }
    guard !block.request.isEmpty else { return }
    if CurlText.isCommand(block.request) { return addCurl(block) }
    guard let line = Self.requestLine(block.request) else {
      return note(block, "\(Printable.quoted(block.request)) is no request line, and was left out with what follows.")
    }
    guard !["GRPC", "RSOCKET"].contains(line.method) else {
      return note(block, "A request of \(line.method) was left out: only HTTP and WebSockets are imported.")
    }
    add(line, block)
  }

  private mutating func add(variable line: String) {
    let parts = line.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    guard parts.count == 2, !parts[0].isEmpty else { return }
    api.variables.append(texts.variable(parts[0], parts[1]))
  }

  private mutating func add(_ line: RequestLine, _ block: HTTPFileBlock) {
    var request = RequestDefinition()
    var kind = HTTPFileBody.Kind.plain
    switch line.method {
    case "GET": break
    case "GRAPHQL": (request.method, kind) = (Located("POST"), .graphQL)
    case "WEBSOCKET": kind = .webSocket
    default: request.method = Located(line.method)
    }
    if line.version?.hasPrefix("HTTP/2") == true { request.options.httpVersion = Located(.http2) }
    setURL(line.url, of: &request, block)
    for line in block.otherLines { note(block, "\(Printable.quoted(line)) is no header, and was left out.") }
    addHeaders(block.headers, to: &request, &kind, block)
    addBody(kind, to: &request, block)
    apply(block, to: &request)
    let last = line.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
    add(request, block, named: block.name.isEmpty ? "\(line.method.lowercased()) \(last)" : block.name)
  }

  private mutating func add(_ request: RequestDefinition, _ block: HTTPFileBlock, named name: String) {
    var request = request
    request.docs = block.comments.isEmpty ? nil : Located(block.comments.joined(separator: "\n"))
    let isPath = block.name.wholeMatch(of: /[\w-]+(\/[\w-]+)+/) != nil
    // The path of a request, as an export writes it: `user/login`.
    let parts = isPath ? name.split(separator: "/").map(String.init) : [name]
    let folder = parts.dropLast().map { ImportNames.folder($0, or: "request") + "/" }.joined()
    let id = names.free(folder + ImportNames.slug(parts.last ?? "", or: "request"))
    if !block.name.isEmpty { ids[block.name] = id }
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  /// A command in the place of a request.
  private mutating func addCurl(_ block: HTTPFileBlock) {
    do throws(CurlCommandError) {
      let script = try CurlScript(([block.request] + block.body).joined(separator: "\n"))
      for command in script.commands {
        for made in try CurlRequest.all(of: command, paths, &texts) {
          let last = made.definition.url.value.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
          let method = made.definition.method?.value.lowercased() ?? "get"
          for text in made.notes { note(block, text) }
          if !made.isAboutRedirects { api.notes.addRedirects() }
          var request = made.definition
          apply(block, to: &request)
          add(request, block, named: block.name.isEmpty ? "\(method) \(last)" : block.name)
        }
      }
    } catch { note(block, error.summary) }
  }

  private mutating func setURL(_ url: String, of request: inout RequestDefinition, _ block: HTTPFileBlock) {
    var address = String(url.prefix { $0 != "?" && $0 != "#" })
    // A path alone is on the host that the header says.
    let host = block.headers.first { $0.lowercased().hasPrefix("host:") }.map { String($0.dropFirst(5)).trimmed }
    if address.hasPrefix("/"), let host {
      address = (host.hasSuffix(":443") || host.hasSuffix(":8443") ? "https://" : "http://") + host + address
    }
    request.url = Located(texts.url(address).withScheme)
    guard let query = url.urlQuery else { return }
    ImportedQuery.set(QueryPair.all(of: query), of: &request, &texts)
  }

  private mutating func addHeaders(
    _ lines: [String], to request: inout RequestDefinition, _ kind: inout HTTPFileBody.Kind, _ block: HTTPFileBlock
  ) {
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let (name, value) = (String(line[..<colon]).trimmed, String(line[line.index(after: colon)...]).trimmed)
      switch name.lowercased() {
      case "x-request-type" where value.lowercased() == "graphql": kind = .graphQL
      case "host" where request.url.value.contains("://\(value)"): continue
      case "authorization":
        if let auth = HTTPFileAuth(value)?.definition(&texts) { request.auth = Located(auth) } else { fallthrough }
      default: request.headers.append(Row(name, texts.header(name, value)))
      }
    }
  }

  private mutating func addBody(
    _ kind: HTTPFileBody.Kind, to request: inout RequestDefinition, _ block: HTTPFileBlock
  ) {
    var reader = HTTPFileBody(block.body, kind, texts, paths)
    reader.apply(to: &request)
    texts = reader.texts
    for text in reader.notes { note(block, text) }
  }

  /// Applies settings in comments, and lines behind the body.
  private mutating func apply(_ block: HTTPFileBlock, to request: inout RequestDefinition) {
    let handler = HTTPFileHandler(block.handler)
    (request.capture, request.expect) = (handler.captures, handler.expect)
    if handler.unknown > 0 {
      note(block, "\(handler.unknown.counted("line")) of its response handler could not be taken over.")
    }
    if let output = block.outputs.last { request.options.download = Located(texts.templates.text(output)) }
    for output in block.outputs.dropLast() {
      note(block, "Its response is not written to \(Printable.quoted(output)): it is written to one file, the last.")
    }
    for setting in block.settings { apply(setting, to: &request, block) }
  }

  private mutating func apply(
    _ setting: HTTPFileBlock.Setting, to request: inout RequestDefinition, _ block: HTTPFileBlock
  ) {
    switch setting.name {
    case "name", "prompt", "note", "no-log", "title", "description", "disabled": break
    case "no-redirect": request.options.redirects = Located(0)
    case "no-cookie-jar": request.options.cookies = Located(false)
    case "timeout", "connection-timeout":
      guard let duration = Self.duration(setting.value) else { fallthrough }
      if setting.name == "timeout" {
        request.options.timeout = Located(duration)
      } else {
        request.options.connectTimeout = Located(duration)
      }
    default: note(block, "@\(setting.name) was left out: Parley has no such setting.")
    }
  }

  /// Seconds, unless a unit stands behind: `ms`, `s` or `m`.
  private static func duration(_ text: String) -> Duration? {
    guard let match = text.wholeMatch(of: /(\d{1,9})\s*(ms|s|m|)/), let number = Int(match.1), number > 0 else {
      return nil
    }
    switch match.2 {
    case "ms": return .milliseconds(number)
    case "m": return .seconds(number * 60)
    default: return .seconds(number)
    }
  }
}
