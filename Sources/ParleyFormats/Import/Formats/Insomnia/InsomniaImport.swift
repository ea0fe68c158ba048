internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a workspace of an Insomnia export: a list of resources that name their parents (version 4), or a tree (version 5).
struct InsomniaImport {
  private let document: JSONValue
  let version: Int
  private var api: ImportedAPI
  private var names = ImportNames()
  private var templates = ImportedTemplates()
  private var credentials = CredentialRedactor(host: "the collection")

  init(_ document: JSONValue, version: Int) {
    self.document = document
    self.version = version
    let workspace = document["resources"]?.array?.first { $0["_type"]?.string == "workspace" }
    let title = version == 5 ? document["name"]?.string : workspace?["name"]?.string
    api = ImportedAPI(format: "Insomnia \(version)", title: title ?? "Insomnia collection")
  }

  func imported() -> ImportedAPI {
    var copy = self
    if version == 5 { copy.readTree() } else { copy.readResources() }
    copy.api.declare(copy.templates)
    copy.api.secrets = copy.credentials.found
    return copy.api
  }
}

// Version 5.
extension InsomniaImport {
  private mutating func readTree() {
    let environments = document["environments"]
    addBase(environments?["data"])
    for environment in environments?["subEnvironments"]?.array ?? [] { add(environment: environment) }
    add(document["collection"]?.array ?? [], in: [])
  }

  private mutating func add(_ items: [JSONValue], in path: [String], depth: Int = 0) {
    guard depth < 32 else { return }
    var folders = ImportNames()
    for item in items {
      let name = ImportNames.slug(item["name"]?.string ?? "", or: "request")
      if let children = item["children"]?.array {
        let folder = path + [folders.free(name)]
        addFolder(item, folder)
        add(children, in: folder, depth: depth + 1)
      } else if item["url"] != nil {
        add(item, name, in: path)
      }
    }
  }
}

// Version 4.
extension InsomniaImport {
  private mutating func readResources() {
    let resources = document["resources"]?.array ?? []
    var children: [String: [JSONValue]] = [:]
    for resource in resources { children[resource["parentId"]?.string ?? "", default: []].append(resource) }
    let workspaces = resources.filter { $0["_type"]?.string == "workspace" }.compactMap { $0["_id"]?.string }
    for workspace in workspaces {
      for base in children[workspace] ?? [] where base["_type"]?.string == "environment" {
        addBase(base["data"])
        for environment in children[base["_id"]?.string ?? ""] ?? [] { add(environment: environment) }
      }
      add(below: workspace, children, in: [])
    }
  }

  private mutating func add(
    below parent: String, _ children: [String: [JSONValue]], in path: [String]
  ) {
    // One that is its own parent, however far away, would never end.
    guard path.count < 32 else { return }
    var folders = ImportNames()
    let items = (children[parent] ?? []).sorted { ($0["metaSortKey"]?.double ?? 0) < ($1["metaSortKey"]?.double ?? 0) }
    for item in items {
      let name = ImportNames.slug(item["name"]?.string ?? "", or: "request")
      switch item["_type"]?.string {
      case "request_group":
        let folder = path + [folders.free(name)]
        addFolder(item, folder)
        add(below: item["_id"]?.string ?? "", children, in: folder)
      case "request": add(item, name, in: path)
      case "grpc_request", "websocket_request":
        api.notes.append(ImportNote((path + [name]).joined(separator: "/"), "Only HTTP requests are imported."))
      default: break
      }
    }
  }
}

// Environments and folders.
extension InsomniaImport {
  private mutating func addBase(_ data: JSONValue?) {
    for (key, value) in data?.object ?? [:] {
      guard let text = PostmanText.text(value), !CredentialName.isCredential(key) else { continue }
      api.variables.append(.text(ImportNames.variable(key), templates.text(text)))
    }
  }

  private mutating func add(environment: JSONValue) {
    let name = ImportNames.slug(environment["name"]?.string ?? "", or: "local")
    let variables = (environment["data"]?.object ?? [:]).compactMap { key, value -> Variable? in
      let name = ImportNames.variable(key)
      if CredentialName.isCredential(key) { return .asked(name) }
      return PostmanText.text(value).map { .text(name, templates.text($0)) }
    }
    api.environments.append(ImportedEnvironment(name: name, variables: variables))
  }

  private mutating func addFolder(_ item: JSONValue, _ path: [String]) {
    var defaults = DefaultsDefinition()
    defaults.docs = (item["description"]?.string ?? item["meta"]?["description"]?.string).flatMap {
      $0.isEmpty ? nil : Located($0)
    }
    defaults.auth = auth(item["authentication"], at: path.joined(separator: "/")).map { Located($0) }
    guard defaults != DefaultsDefinition() else { return }
    api.folders.append(ImportedFolder(path: path.joined(separator: "/"), defaults: defaults))
  }
}

// Requests.
extension InsomniaImport {
  private mutating func add(_ item: JSONValue, _ name: String, in path: [String]) {
    let id = names.free((path + [name]).joined(separator: "/"))
    var request = RequestDefinition()
    let method = item["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" || !method.isToken ? nil : Located(method)
    let url = item["url"]?.string ?? ""
    request.url = Located(address(url))
    request.query = rows(item["parameters"])
    request.path = rows(item["pathParameters"])
    request.headers = rows(item["headers"]).filter { $0.name.isToken && $0.name.lowercased() != "user-agent" }
    request.auth = auth(item["authentication"], at: id).map { Located($0) }
    request.body = body(item["body"])?.unlessEmpty
    request.docs = (item["description"]?.string ?? item["meta"]?["description"]?.string).flatMap {
      $0.isEmpty ? nil : Located($0)
    }
    if url.contains("{%") { api.notes.append(ImportNote(id, "Template tags ({% … %}) stay as text.")) }
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  /// Without a scheme it is `http`, as there.
  private mutating func address(_ url: String) -> String {
    guard !url.isEmpty else { return "/" }
    return templates.text(url).withScheme
  }

  private mutating func rows(_ list: JSONValue?) -> [Row] {
    (list?.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, !name.isEmpty else { return nil }
      let value = PostmanText.text(item["value"]) ?? ""
      let screened = value.contains("{{") ? templates.text(value) : credentials.screenHeader(name, value)
      return Row(name, screened, isOn: item["disabled"]?.bool != true)
    }
  }

  private mutating func auth(_ auth: JSONValue?, at place: String) -> AuthDefinition? {
    guard let auth, let type = auth["type"]?.string, auth["disabled"]?.bool != true else { return nil }
    switch type {
    case "none": return .anonymous
    case "basic", "digest":
      let user = UserDefinition(
        user: Located(templates.text(auth["username"]?.string ?? "")),
        password: Located(secret(auth["password"], as: "password")))
      return type == "basic" ? .basic(user) : .digest(user)
    case "bearer": return .bearer(Located(secret(auth["token"], as: "token")))
    case "apikey":
      let name = auth["key"]?.string ?? "X-API-Key"
      let isQuery = auth["addTo"]?.string == "queryParams"
      return .apiKey(
        APIKeyDefinition(
          name: Located(name), value: Located(secret(auth["value"], as: name)), in: isQuery ? Located(.query) : nil))
    default:
      api.notes.append(ImportNote(place, "Authentication of the kind \(Printable.quoted(type)) was left out."))
      return nil
    }
  }

  private mutating func secret(_ value: JSONValue?, as label: String) -> String {
    let text = value?.string ?? ""
    return text.contains("{{") ? templates.text(text) : credentials.hide(text.isEmpty ? nil : text, as: label)
  }

  private mutating func body(_ body: JSONValue?) -> BodyDefinition? {
    guard let body else { return nil }
    let type = body["mimeType"]?.string ?? ""
    if let fields = body["params"]?.array, !fields.isEmpty {
      return type.hasPrefix("multipart/") ? .multipart(fields.compactMap { part($0) }) : .form(rows(body["params"]))
    }
    if let path = body["fileName"]?.string { return .file(FileDefinition(path: Located(TemplateEscape.escaped(path)))) }
    guard let text = body["text"]?.string, !text.isEmpty else { return nil }
    if type.contains("json") {
      return .json(Located(text.contains("{{") ? templates.text(text) : credentials.screenJSON(text)))
    }
    if type == "application/graphql", let query = try? JSONValue(parsing: text) {
      return .graphql(GraphQLDefinition(query: Located(templates.text(query["query"]?.string ?? ""))))
    }
    return .text(Located(templates.text(text)))
  }

  private mutating func part(_ part: JSONValue) -> PartDefinition? {
    guard let name = part["name"]?.string else { return nil }
    let isOn = part["disabled"]?.bool != true
    if part["type"]?.string == "file" {
      let path = part["fileName"]?.string ?? ""
      return PartDefinition(
        name, .file(path.isEmpty ? "choose-a-file" : TemplateEscape.escaped(path)), isOn: isOn && !path.isEmpty)
    }
    return PartDefinition(name, .text(templates.text(part["value"]?.string ?? "")), isOn: isOn)
  }
}
