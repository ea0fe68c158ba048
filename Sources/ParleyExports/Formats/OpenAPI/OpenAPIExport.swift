internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Writes requests as an OpenAPI description, version 3.1: operations with parameters, bodies and authentication from the files, and
/// responses with schemas from what was recorded.
///
/// A description has no templates: values that the files give stand there as examples, and those that are secret or known only when
/// something is sent are left out.
struct OpenAPIExport {
  private let api: ExportedAPI
  private let values: KnownValues
  private var paths = JSONObject()
  private var schemes = JSONObject()
  private var operations: [String: String] = [:]
  private var operationIDs = ImportNames()
  private var notes: [ExportNote] = []

  init(_ api: ExportedAPI) {
    self.api = api
    values = KnownValues(api.workspace, api.environment)
  }

  package func file() throws(ExportError) -> ExportedFile {
    var copy = self
    return try copy.written()
  }

  private mutating func written() throws(ExportError) -> ExportedFile {
    for request in try api.checkedRequests(as: .openapi) { add(request) }
    var info: JSONValue = ["title": .string(api.title), "version": "1.0.0"]
    info["description"] = api.docs.map(JSONValue.string)
    var document: JSONValue = ["openapi": "3.1.0", "info": info, "servers": .array(servers)]
    if !tags.isEmpty { document["tags"] = .array(tags) }
    document["paths"] = .object(paths)
    if !schemes.isEmpty { document["components"] = ["securitySchemes": .object(schemes)] }
    return ExportedFile(JSONPrinter(indent: 2).string(of: document) + "\n", notes: notes)
  }

  // MARK: Servers

  /// As the files write it.
  private var base: String {
    let url = api.workspace.definition.servers.first?.url.value ?? ""
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// One for each environment, that of the active one first.
  private var servers: [JSONValue] {
    var environments: [WorkspaceEnvironment?] = api.workspace.environments.filter { $0.name != api.environment?.name }
    environments.insert(api.environment, at: 0)
    return environments.compactMap { environment in
      let url = KnownValues(api.workspace, environment).filled(base)
      guard url.isWholeURL else { return nil }
      var server: JSONValue = ["url": .string(url)]
      server["description"] = environment.map { .string($0.name) }
      return server
    }
  }

  private var tags: [JSONValue] {
    var seen: Set<String> = []
    return api.requests.compactMap { request in
      let folder = request.id.folderOfID
      guard !folder.isEmpty, seen.insert(folder).inserted else { return nil }
      var tag: JSONValue = ["name": .string(folder)]
      tag["description"] = api.docs(ofFolder: folder).map(JSONValue.string)
      return tag
    }
  }
}

// Operations.
extension OpenAPIExport {
  private static let methods: Set<String> = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]

  private mutating func add(_ request: ExportedRequest) {
    var request = request
    guard Self.methods.contains(request.method) else {
      return notes.append(ExportNote(request.id, "OpenAPI has no method \(request.method): it was left out."))
    }
    let address = OpenAPIAddress(request, base: base, values)
    let key = "\(request.method) \(address.path)"
    if let other = operations[key] {
      return notes.append(ExportNote(request.id, "It is the same operation as \(other), and was left out."))
    }
    operations[key] = request.id
    let operation = operation(&request, address)
    var item = paths[address.path] ?? [:]
    item[request.method.lowercased()] = operation
    paths[address.path] = item
    notes += request.notes
  }

  private mutating func operation(_ request: inout ExportedRequest, _ address: OpenAPIAddress) -> JSONValue {
    let folder = request.id.folderOfID
    var operation: JSONValue = ["operationId": .string(operationID(of: request.id, in: folder))]
    if !folder.isEmpty { operation["tags"] = [.string(folder)] }
    operation["description"] = request.docs.map(JSONValue.string)
    if let server = address.server { operation["servers"] = [["url": .string(server)]] }
    let security = security(of: &request)
    let parameters = OpenAPIParameters(request, address, values).json
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    operation["requestBody"] = OpenAPIBody(request, values).json
    operation["responses"] = responses(to: request)
    if let security { operation["security"] = security }
    return operation
  }

  private mutating func operationID(of id: String, in folder: String) -> String {
    operationIDs.free(folder.isEmpty ? id : "\(folder.lastPathPart)-\(id.lastPathPart)")
  }

  // MARK: Responses

  private func responses(to request: ExportedRequest) -> JSONValue {
    let recorded = Dictionary(grouping: api.recorded[request.id] ?? [], by: \.status)
    guard !recorded.isEmpty else { return [expectedStatus(of: request): ["description": "The expected response."]] }
    let responses = recorded.sorted { $0.key < $1.key }.map { status, all in
      ("\(status)", Self.response(all, "Recorded with status \(status)."))
    }
    return .object(JSONObject(responses))
  }

  private func expectedStatus(of request: ExportedRequest) -> String {
    guard case .oneOf(let patterns) = request.expect.status.value, case .code(let code)? = patterns.first else {
      return "200"
    }
    return "\(code)"
  }

  /// The newest is the example.
  private static func response(_ all: [RecordedResponse], _ description: String) -> JSONValue {
    var response: JSONValue = ["description": .string(description)]
    let documents = all.compactMap(\.json)
    if let example = documents.first {
      let type = all.first { $0.json != nil }?.contentType?.plainType ?? "application/json"
      response["content"] = [type: ["schema": InferredSchema(documents).json, "example": example]]
    } else if let first = all.first, let type = first.contentType?.plainType {
      response["content"] = [type: ["schema": ["type": "string"]]]
    }
    return response
  }
}

// Authentication.
extension OpenAPIExport {
  /// The security requirements of a request; nil if there are none.
  private mutating func security(of request: inout ExportedRequest) -> JSONValue? {
    guard let (name, scheme) = scheme(of: &request) else { return nil }
    schemes[name] = scheme
    return [[name: []]]
  }

  private func scheme(of request: inout ExportedRequest) -> (String, JSONValue)? {
    switch request.auth {
    case .basic: return ("basicAuth", ["type": "http", "scheme": "basic"])
    case .digest: return ("digestAuth", ["type": "http", "scheme": "digest"])
    case .bearer: return ("bearerAuth", ["type": "http", "scheme": "bearer"])
    case .apiKey(let key):
      let name = Variable.name(from: key.name.value)
      let place = key.position?.value == .query ? "query" : "header"
      return (name, ["type": "apiKey", "name": .string(key.name.value), "in": .string(place)])
    case .oauth2(let grant) where grant.grant?.value == .deviceCode:
      request.note("OpenAPI has no word for the device grant: the token is a bearer token.")
      return ("bearerAuth", ["type": "http", "scheme": "bearer"])
    case .oauth2(let grant): return oauth2(grant)
    case .inherit, .anonymous:
      let header = request.header("Authorization")
      return header?.hasPrefix("Bearer ") == true ? ("bearerAuth", ["type": "http", "scheme": "bearer"]) : nil
    case .awsSigV4, .certificate, .command, .request:
      request.note("Authentication of the kind \(request.auth.kind) is not exported.")
      return nil
    }
  }

  private func oauth2(_ grant: OAuth2Definition) -> (String, JSONValue) {
    let scopes = (grant.scope?.value ?? "").split(separator: " ").map { (String($0), JSONValue.string("")) }
    func url(_ text: String) -> JSONValue {
      let address = values.filled(text)
      return .string(address.isWholeURL ? address : values.filled(base) + address)
    }
    var flow: JSONValue = ["tokenUrl": url(grant.tokenURL.value), "scopes": .object(JSONObject(scopes))]
    let (name, key) =
      switch grant.grant?.value {
      case .password: ("oauth2Password", "password")
      case .authorizationCode: ("oauth2Code", "authorizationCode")
      default: ("oauth2", "clientCredentials")
      }
    if grant.grant?.value == .authorizationCode {
      flow["authorizationUrl"] = url(grant.authorizationURL?.value ?? "")
    }
    return (name, ["type": "oauth2", "flows": [key: flow]])
  }
}

extension String {
  /// A content type without its parameters.
  var plainType: String { String(prefix { $0 != ";" }).lowercased().trimmed }
}
