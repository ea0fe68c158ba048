internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a workspace of a Postman collection, version 2.0 or 2.1 (schema.postman.com).
///
///     item               → folders and requests
///     variable           → values by name
///     auth               → authentication, inherited as there
///     test scripts       → captures and expectations, as far as they are the usual ones; the rest is counted
struct PostmanImport {
  private let collection: JSONValue
  private var api: ImportedAPI
  private var names = ImportNames()
  private var templates = ImportedTemplates()
  private var credentials = CredentialRedactor(host: "the collection")
  private var servers: [String: String] = [:]

  init(_ collection: JSONValue, format: String) {
    self.collection = collection
    api = ImportedAPI(format: format, title: collection["info"]?["name"]?.string ?? "Postman collection")
    api.docs = PostmanText.text(collection["info"]?["description"])
  }

  /// - Parameter environments: files that Postman exported beside it.
  func imported(environments: [JSONValue] = []) -> ImportedAPI {
    var copy = self
    copy.read(environments)
    return copy.api
  }

  private mutating func read(_ environments: [JSONValue]) {
    templates.captured = Set(PostmanScript.allCaptures(in: collection).map { ImportNames.variable($0) })
    for environment in environments { add(environment: environment) }
    for variable in collection["variable"]?.array ?? [] { add(variable: variable) }
    api.defaults.auth = auth(collection["auth"]).map { Located($0) }
    addItems(collection["item"], in: [])
    api.declare(templates)
    api.secrets = credentials.found
  }

  private mutating func add(variable: JSONValue) {
    guard let key = (variable["key"] ?? variable["id"])?.string, variable["disabled"]?.bool != true else { return }
    let (name, value) = (ImportNames.variable(key), PostmanText.text(variable["value"]) ?? "")
    // One that is secret belongs into the environments, where it is declared once something uses it.
    guard !CredentialName.isCredential(key), variable["type"]?.string != "secret" else { return }
    api.variables.append(.text(name, templates.text(value)))
  }

  private mutating func add(environment: JSONValue) {
    let name = ImportNames.slug(environment["name"]?.string ?? "local", or: "local")
    let variables = (environment["values"]?.array ?? []).compactMap { value -> Variable? in
      guard let key = value["key"]?.string, value["enabled"]?.bool != false else { return nil }
      let name = ImportNames.variable(key)
      if value["type"]?.string == "secret" || CredentialName.isCredential(key) { return .asked(name) }
      return .text(name, templates.text(PostmanText.text(value["value"]) ?? ""))
    }
    api.environments.append(ImportedEnvironment(name: name, variables: variables))
  }
}

// Folders and requests.
extension PostmanImport {
  private mutating func addItems(_ items: JSONValue?, in path: [String]) {
    var folders = ImportNames()
    for item in items?.array ?? [] {
      let name = item["name"]?.string ?? ""
      if item["item"] != nil {
        addFolder(item, in: path + [folders.free(ImportNames.slug(name, or: "folder-\(path.count + 1)"))])
      } else if let request = item["request"] {
        add(request, item, ImportNames.slug(name, or: "request"), in: path)
      }
    }
  }

  private static let deepest = 32

  private mutating func addFolder(_ item: JSONValue, in path: [String]) {
    guard path.count < Self.deepest else {
      return api.notes.append(
        ImportNote(path.joined(separator: "/"), "The folder is nested too deep, and was left out."))
    }
    var defaults = DefaultsDefinition()
    defaults.auth = auth(item["auth"]).map { Located($0) }
    defaults.docs = PostmanText.text(item["description"]).map { Located($0) }
    let folder = path.joined(separator: "/")
    if defaults != DefaultsDefinition() { api.folders.append(ImportedFolder(path: folder, defaults: defaults)) }
    noteScripts(of: item, at: folder)
    addItems(item["item"], in: path)
  }

  private mutating func add(_ source: JSONValue, _ item: JSONValue, _ name: String, in path: [String]) {
    let id = names.free((path + [name]).joined(separator: "/"))
    let source = source.string.map { ["url": .string($0)] } ?? source
    var request = RequestDefinition()
    let method = source["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" || !method.isToken ? nil : Located(method)
    setURL(source["url"], of: &request)
    request.headers = rows(source["header"]?.array ?? []).filter { $0.name.isToken }
    request.auth = auth(source["auth"]).map { Located($0) }
    request.body = body(source["body"], at: id)?.unlessEmpty
    request.docs = PostmanText.text(source["description"] ?? item["description"]).map { Located($0) }
    let script = PostmanScript(of: item)
    script.apply(to: &request)
    if script.unknown > 0 {
      api.notes.append(ImportNote(id, "\(script.unknown.counted("line")) of its scripts could not be taken over."))
    }
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  private mutating func noteScripts(of folder: JSONValue, at place: String) {
    let script = PostmanScript(of: folder)
    guard script.unknown > 0 || !script.captures.isEmpty else { return }
    api.notes.append(ImportNote(place, "Scripts of a folder were left out."))
  }

  private mutating func rows(_ list: [JSONValue]) -> [Row] {
    list.compactMap { item in
      guard let key = item["key"]?.string, !key.isEmpty else { return nil }
      let value = PostmanText.text(item["value"]) ?? ""
      let isTemplate = value.contains("{{")
      let screened = isTemplate ? templates.text(value) : credentials.screenHeader(key, value)
      return Row(templates.text(key), screened, isOn: item["disabled"]?.bool != true)
    }
  }
}

// URLs.
extension PostmanImport {
  private mutating func setURL(_ url: JSONValue?, of request: inout RequestDefinition) {
    let raw = url?.string ?? url?["raw"]?.string ?? ""
    let address = String(raw.prefix { $0 != "?" && $0 != "#" })
    if let query = url?["query"]?.array {
      request.query = rows(query)
    } else if let mark = raw.firstIndex(of: "?") {
      request.query = queryRows(raw[raw.index(after: mark)...].prefix { $0 != "#" })
    }
    for variable in url?["variable"]?.array ?? [] {
      guard let key = variable["key"]?.string, address.contains(":\(key)") else { continue }
      request.path.append(Row(key, templates.text(PostmanText.text(variable["value"]) ?? "")))
    }
    let (server, path) = serverAndPath(address)
    request.url = Located(path.isEmpty ? "/" : path)
    if let server, server != api.servers.first?.name.value { request.server = Located(server) }
  }

  private mutating func queryRows(_ query: Substring) -> [Row] {
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let (name, value) = (parts[0], parts.count > 1 ? parts[1] : "")
      if value.contains("{{") { return Row(templates.text(name), templates.text(value)) }
      let plain = PercentText.decoded(value, plusIsBlank: true)
      return Row(PercentText.decoded(name, plusIsBlank: true), credentials.screen(name, plain))
    }
  }

  /// A URL that begins with a template is one on the server of that name; without a scheme it is `http`, as there.
  private mutating func serverAndPath(_ address: String) -> (server: String?, path: String) {
    if address.hasPrefix("{{"), let end = address.firstRange(of: "}}") {
      let rest = address[end.upperBound...]
      if rest.isEmpty || rest.hasPrefix("/") {
        return (server(for: String(address[..<end.upperBound])), templates.text(String(rest)))
      }
    }
    return (nil, templates.text(address.withScheme))
  }

  private mutating func server(for template: String) -> String {
    if let known = servers[template] { return known }
    let name = ImportNames.variable(String(template.dropFirst(2).dropLast(2)).trimmed)
    servers[template] = name
    api.servers.append(ServerDefinition(name: Located(name), url: Located(templates.text(template))))
    return name
  }
}

// Authentication and bodies.
extension PostmanImport {
  private mutating func auth(_ auth: JSONValue?) -> AuthDefinition? {
    var reader = PostmanAuth(auth)
    // Lent, not copied: there may be many credentials already.
    swap(&reader.templates, &templates)
    swap(&reader.credentials, &credentials)
    let definition = reader.definition()
    swap(&reader.templates, &templates)
    swap(&reader.credentials, &credentials)
    if let kind = reader.unknown {
      api.notes.append(ImportNote("auth", "Authentication of the kind \(Printable.quoted(kind)) was left out."))
    }
    return definition
  }

  private mutating func body(_ body: JSONValue?, at id: String) -> BodyDefinition? {
    guard let body, body["disabled"]?.bool != true else { return nil }
    switch body["mode"]?.string {
    case "raw": return raw(body)
    case "urlencoded": return .form(rows(body["urlencoded"]?.array ?? []))
    case "formdata": return .multipart((body["formdata"]?.array ?? []).compactMap { part($0, at: id) })
    case "file":
      guard let path = body["file"]?["src"]?.string else { return nil }
      return .file(FileDefinition(path: Located(TemplateEscape.escaped(path))))
    case "graphql": return graphQL(body["graphql"])
    default: return nil
    }
  }

  private mutating func raw(_ body: JSONValue) -> BodyDefinition? {
    guard let text = body["raw"]?.string, !text.isEmpty else { return nil }
    let language = body["options"]?["raw"]?["language"]?.string
    let isJSON = language == "json" || (language == nil && ["{", "["].contains(text.trimmed.prefix(1)))
    guard isJSON else { return .text(Located(templates.text(text))) }
    return .json(Located(text.contains("{{") ? templates.text(text) : credentials.screenJSON(text)))
  }

  private mutating func part(_ part: JSONValue, at id: String) -> PartDefinition? {
    guard let name = part["key"]?.string else { return nil }
    let isOn = part["disabled"]?.bool != true
    guard part["type"]?.string == "file" else {
      let value = PostmanText.text(part["value"]) ?? ""
      let screened = value.contains("{{") ? templates.text(value) : credentials.screen(name, value)
      return PartDefinition(name, .text(screened), type: part["contentType"]?.string, isOn: isOn)
    }
    let path = (part["src"]?.string ?? part["src"]?[0]?.string).map(TemplateEscape.escaped)
    if path == nil { api.notes.append(ImportNote(id, "The part \(Printable.quoted(name)) is a file: choose one.")) }
    return PartDefinition(
      name, .file(path ?? "choose-a-file"), type: part["contentType"]?.string, fileName: part["fileName"]?.string,
      isOn: isOn && path != nil)
  }

  private mutating func graphQL(_ query: JSONValue?) -> BodyDefinition {
    let variables = query?["variables"]?.string.flatMap { $0.trimmed.isEmpty ? nil : templates.text($0) }
    return .graphql(
      GraphQLDefinition(
        query: Located(templates.text(query?["query"]?.string ?? "")), variables: variables.map { Located($0) },
        operation: query?["operationName"]?.string.flatMap { $0.isEmpty ? nil : Located($0) }))
  }
}

/// Values that Postman writes in several ways.
enum PostmanText {
  /// A text, a number or a flag, or a description's `content`.
  package static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): number.text
    case .bool(let flag): "\(flag)"
    case .object(let object): text(object["content"])
    default: nil
    }
  }
}
