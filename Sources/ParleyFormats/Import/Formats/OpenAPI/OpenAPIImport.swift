internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// Makes a workspace of an OpenAPI description, version 3.0 or 3.1.
///
///     servers      → a server, and an environment for each
///     security     → authentication, with values that are asked for
///     tags         → folders
///     operations   → requests, filled with the description's examples
///     examples     → mocks
struct OpenAPIImport {
  typealias Node = OpenAPIReferences.Node

  private let root: Node
  /// The URL against which relative servers are resolved; nil if there is none.
  private let origin: String?
  private var references: OpenAPIReferences
  private var security: OpenAPISecurity
  private var api: ImportedAPI
  private var names = ImportNames()
  private var mocks: [String: [MockDefinition]] = [:]
  /// The authentication of operations that say nothing else.
  private var shared = OpenAPISecurity.Needed()
  /// Names of servers of paths and operations, by address.
  private var otherServers: [String: String] = [:]
  private var serverNames = ImportNames(taken: ["api"])
  private var hasWebhooks = false

  init(_ document: JSONValue, _ source: ImportSource, format: String) {
    root = Node(value: document)
    origin = source.origin.map(TemplateEscape.escaped)
    references = OpenAPIReferences(document, source)
    security = OpenAPISecurity(root["components"]?["securitySchemes"]?.members ?? [], &references)
    api = ImportedAPI(format: format, title: document["info"]?["title"]?.string ?? source.name)
    api.docs = document["info"]?["description"]?.string
  }

  func imported() -> ImportedAPI {
    var copy = self
    copy.read()
    return copy.api
  }

  private mutating func read() {
    addServers()
    shared = security.needed(root.value["security"], at: "security")
    api.defaults.auth = shared.auth.map { Located($0) }
    addFolders()
    for operation in DescribedOperation.all(in: root, &references) { add(operation) }
    if api.requests.isEmpty { addWebhooks() }
    for name in mocks.keys.sorted() { api.mocks.append(ImportedMocks(name: name, mocks: mocks[name] ?? [])) }
    addAuthentication()
    api.notes += security.notes
    api.notes += references.missing.map {
      ImportNote($0, "The reference leads nowhere, or out of the description's folder.")
    }
    for key in ["webhooks", "x-webhooks"] where root.value[key] != nil && !hasWebhooks {
      api.notes.append(ImportNote(key, "Webhooks are sent by the server, so they became no requests."))
    }
  }
}

// Operations.
extension OpenAPIImport {
  private mutating func add(_ operation: DescribedOperation) {
    let (path, node) = (operation.path, operation.node)
    var reader = OpenAPIOperation(
      path: path, method: operation.method, node, shared: operation.shared, references)
    var request = reader.definition()
    if !operation.key.contains(where: \.isNewline) { request.operation = Located(OperationReference(operation.key)) }
    if let server = server(of: operation) { request.server = Located(server) }
    add(request, of: node, path, operation.method.lowercased())
    api.notes += reader.notes
    references = reader.references
    addMock(reader.mock(), in: folder(of: node.value, path))
    guard operation.id == nil, let id = node.value["operationId"]?.string else { return }
    api.notes.append(
      ImportNote(
        "paths.\(path).\(operation.method.lowercased())",
        "Another operation has the id \(Printable.quoted(id)) too, so its request names this one by method and path."))
  }

  private mutating func add(_ request: RequestDefinition, of operation: Node, _ path: String, _ method: String) {
    var request = request
    let needed =
      operation["security"].map {
        security.needed($0.value, at: "paths.\(path).\(method).security")
      } ?? shared
    if needed.auth != api.defaults.auth?.value { request.auth = needed.auth.map { Located($0) } }
    request.headers.add(needed.headers)
    request.query += needed.query
    let folder = folder(of: operation.value, path)
    let name = Self.name(of: operation.value, path, method, in: folder)
    let id = names.free(folder.isEmpty ? name : "\(folder)/\(name)")
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  private mutating func addMock(_ mock: MockDefinition?, in folder: String) {
    guard let mock else { return }
    mocks[folder.isEmpty ? "examples" : folder, default: []].append(mock)
  }

  /// The operation's first tag, otherwise the first part of its path that is a word.
  private func folder(of operation: JSONValue, _ path: String) -> String {
    let first = path.split(separator: "/").first { !$0.contains("{") }.map(String.init)
    guard let text = operation["tags"]?[0]?.string ?? first else { return "" }
    return ImportNames.path(text.split(separator: "/").map(String.init), or: "requests")
  }

  private static func name(of operation: JSONValue, _ path: String, _ method: String, in folder: String) -> String {
    guard let id = operation["operationId"]?.string else {
      return ImportNames.slug("\(method) \(path.replacing("{", with: " by "))", or: method)
    }
    let name = ImportNames.slug(id, or: method)
    let prefix = folder.lastPathPart + "-"
    return name.hasPrefix(prefix) && name.count > prefix.count ? String(name.dropFirst(prefix.count)) : name
  }

  private mutating func addFolders() {
    for tag in root["tags"]?.items ?? [] {
      guard let name = tag.value["name"]?.string, let docs = tag.value["description"]?.string else { continue }
      let path = ImportNames.path(name.split(separator: "/").map(String.init), or: "requests")
      api.folders.append(ImportedFolder(path: path, defaults: DefaultsDefinition(docs: Located(docs))))
    }
  }
}

// Webhooks (3.1, §4.8.1), of a description that has nothing else.
extension OpenAPIImport {
  private static let webhookURL = "webhookUrl"

  /// The API's server sends them; here they are sent to a receiver of one's own, to try that.
  private mutating func addWebhooks() {
    for key in ["webhooks", "x-webhooks"] {
      for (name, item) in root[key]?.members ?? [] {
        guard let item = references.resolved(item, merging: true) else { continue }
        for method in DescribedOperation.methods {
          if let node = item[method].flatMap({ references.resolved($0) }) { addWebhook(name, method, node, of: item) }
        }
      }
    }
    guard hasWebhooks else { return }
    api.servers = [ServerDefinition(name: "receiver", url: Located("{{\(Self.webhookURL)}}"))]
    for index in api.environments.indices {
      api.environments[index].variables = [.text(Self.webhookURL, "http://localhost")]
    }
    api.notes.append(
      ImportNote(
        "webhooks",
        "The API's server sends these requests. Here they go to a receiver of your own: set \(Self.webhookURL)."))
  }

  private mutating func addWebhook(_ name: String, _ method: String, _ node: Node, of item: Node) {
    var reader = OpenAPIOperation(
      path: "/", method: method.uppercased(), node, shared: item["parameters"]?.items ?? [], references)
    let request = reader.definition()
    let id = names.free("webhooks/\(ImportNames.slug(name, or: "webhook"))")
    api.requests.append(ImportedRequest(id: id, definition: request))
    api.notes += reader.notes
    references = reader.references
    hasWebhooks = true
  }
}

// Servers and the variables that authentication needs.
extension OpenAPIImport {
  private static let baseURL = "baseUrl"

  private mutating func addServers() {
    api.servers = [ServerDefinition(name: "api", url: Located("{{\(Self.baseURL)}}"))]
    var names = ImportNames()
    for server in root["servers"]?.items ?? [] {
      guard let url = server.value["url"]?.string else { continue }
      let address = address(url, server["variables"])
      let label = server.value["description"]?.string ?? Self.host(of: address) ?? "default"
      let name = names.free(ImportNames.slug(label, or: "default"))
      api.environments.append(ImportedEnvironment(name: name, variables: [.text(Self.baseURL, address)]))
    }
    guard api.environments.isEmpty else { return }
    api.environments = [
      ImportedEnvironment(name: "local", variables: [.text(Self.baseURL, origin ?? "http://localhost")])
    ]
    if origin != nil { return }
    api.notes.append(
      ImportNote("servers", "The description names no server: set baseUrl in environments/local.yaml."))
  }

  /// The server of one operation, or of its path, in place of those of the description (§4.8.9, §4.8.10).
  private mutating func server(of operation: DescribedOperation) -> String? {
    guard let servers = operation.node["servers"] ?? operation.servers,
      let first = servers.items.first(where: { $0.value["url"]?.string != nil }), let url = first.value["url"]?.string
    else { return nil }
    let address = address(url, first["variables"])
    let place = "paths.\(operation.path).\(operation.method.lowercased()).servers"
    if servers.items.count > 1 {
      api.notes.append(ImportNote(place, "The first of \(servers.items.count) servers of its own was taken."))
    }
    if let known = otherServers[address] { return known }
    let name = serverNames.free(
      ImportNames.slug(first.value["description"]?.string ?? Self.host(of: address) ?? "other", or: "other"))
    otherServers[address] = name
    api.servers.append(ServerDefinition(name: Located(name), url: Located(address)))
    return name
  }

  /// With the defaults of its variables; a path alone is where the description comes from, or on this machine.
  private mutating func address(_ url: String, _ variables: Node?) -> String {
    var url = url
    for (name, variable) in variables?.members ?? [] {
      url = url.replacing("{\(name)}", with: variable.value["default"]?.string ?? "")
    }
    guard !url.isWholeURL else { return TemplateEscape.escaped(url.droppingEndSlash) }
    let path = url.hasPrefix("/") ? url : "/" + url
    if let origin { return (origin + TemplateEscape.escaped(path)).droppingEndSlash }
    api.notes.append(
      ImportNote("servers", "The server \(Printable.quoted(url)) has no host: http://localhost is in its place."))
    return "http://localhost" + TemplateEscape.escaped(path).droppingEndSlash
  }

  private static func host(of url: String) -> String? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String((authority.split(separator: "@").last ?? "").prefix { $0 != ":" })
  }

  /// Every environment asks for the secrets; other names are empty, to be filled in.
  private mutating func addAuthentication() {
    let secrets = security.used.flatMap(\.secrets).map { Variable.asked($0) }
    let names = security.used.flatMap(\.names).map { Variable.text($0, "") }
    for index in api.environments.indices { api.environments[index].variables += names + secrets }
    for name in names {
      api.notes.append(
        ImportNote("environments", "Set \(name.name.value) in each environment: authentication uses it."))
    }
  }
}

extension [Row] {
  /// Adds headers; the cookies of all that are sent stand in one.
  fileprivate mutating func add(_ rows: [Row]) {
    for row in rows {
      if row.name == "Cookie", let index = firstIndex(where: { $0.name == "Cookie" && $0.isOn }) {
        self[index].value += "; \(row.value)"
      } else {
        append(row)
      }
    }
  }
}

extension String {
  fileprivate var droppingEndSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
