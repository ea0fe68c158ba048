internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles

/// The destination of a request that mocks may respond to.
enum MockDestination {
  /// A server of the workspace: mocks of other servers are not for it.
  case server
  /// This program, in the place of all servers: a path is on any of them, with or without the path of the server's URL.
  case thisProgram
}

/// The content of a request's body: JSON as such, a form by the names of its fields, other text as a string. It is read
/// when first used.
final class SeenContent: Sendable {
  private let request: MockRequest
  private let read = Lock<JSONValue?>(nil)

  init(of request: MockRequest) { self.request = request }

  var value: JSONValue {
    read.withLock { read in
      let value = read ?? Self.content(of: request)
      read = value
      return value
    }
  }

  private static func content(of request: MockRequest) -> JSONValue {
    let body = request.body ?? []
    if let json = try? JSONValue(parsing: body) { return json }
    if request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
      return .object(JSONObject(request.formFields.map { ($0.name, .string($0.value)) }))
    }
    return body.isEmpty ? .null : String(validating: body, as: UTF8.self).map(JSONValue.string) ?? .null
  }
}

/// A request that a mock may be for.
struct SeenRequest: Sendable {
  let request: MockRequest
  let pathValues: [String: String]
  /// Over a WebSocket, the message that came.
  var body: JSONValue

  /// Nil for a request of another method, server or path.
  /// - Parameter content: of its body, read once for all mocks.
  init?(
    _ request: MockRequest, _ content: SeenContent, at destination: MockDestination, by mock: WorkspaceMock,
    in session: Session
  ) {
    let match = mock.definition.match.value
    let address = MockAddress(of: mock.definition, in: session)
    guard request.method == match.method,
      let values = address.paths(of: request, at: destination).lazy.compactMap({ MockPath(match.path).values(in: $0) })
        .first
    else { return nil }
    self.request = request
    pathValues = values
    body = content.value
  }

  /// The first condition that does not hold, in words; nil where all do.
  func unmet(of conditions: MockConditions, _ session: Session) async -> String? {
    let query = request.query
    let missing = conditions.query.filter(\.isOn).first { row in
      !query.contains {
        $0.name.isIdentical(to: row.name) && (row.value.isEmpty || $0.value.isIdentical(to: row.value))
      }
    }
    if let missing { return "it needs the query parameter \(missing.wanted(with: "="))" }
    let lacking = conditions.headers.filter(\.isOn).first { row in
      guard let name = HTTPField.Name(row.name) else { return true }
      return !request.headers[values: name].contains { row.value.isEmpty || $0 == row.value }
    }
    if let lacking { return "it needs the header \(lacking.wanted(with: ": "))" }
    let filters = conditions.jq.map(\.value)
    guard !filters.isEmpty else { return nil }
    let input = await session.checks.filterInput(body, for: filters)
    let isTrue = await session.jq.holds(filters, on: input)
    return isTrue ? nil : "a filter under `where` is not true for the body"
  }

  /// As templates see it.
  var document: JSONValue {
    var headers = JSONObject()
    for field in request.headers { headers[field.name.canonicalName] = .string(field.value) }
    return [
      "method": .string(request.method), "url": .string(request.url),
      "path": .object(JSONObject(pathValues.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      "query": .object(JSONObject(request.query.map { ($0.name, .string($0.value)) })), "headers": .object(headers),
      "body": body,
    ]
  }
}

extension Row {
  fileprivate func wanted(with sign: String) -> String { value.isEmpty ? name : "\(name)\(sign)\(value)" }
}

/// The server that a mock stands in for.
struct MockAddress {
  /// Its key; nil in a workspace without servers.
  let name: String?
  private let isDeclared: Bool
  /// Without a slash at its end; nil where its URL cannot be filled in.
  private let base: String?

  init(of mock: MockDefinition, in session: Session) {
    let name = mock.serverName(in: session.workspace)
    let server = session.workspace.definition.servers.first { $0.name.value == name }
    let address = server.flatMap { session.sending.scope.preview(of: $0.url.value) }.map { Server($0).address }
    self.name = name
    isDeclared = server != nil
    base = address.map { URLText.httpForm(of: $0.hasSuffix("/") ? String($0.dropLast()) : $0) }
  }

  /// Returns the paths that a request may have on the server; empty for a request to another server.
  package func paths(of request: MockRequest, at destination: MockDestination) -> [String] {
    switch destination {
    case .server: pathOnServer(of: request).map { [$0] } ?? []
    case .thisProgram: [request.path] + [pathBelowBase(request.path)].compactMap(\.self)
    }
  }

  private func pathOnServer(of request: MockRequest) -> String? {
    guard request.server == nil || request.server == name, isDeclared else {
      return name == nil && request.server == nil ? request.path : nil
    }
    guard let base else { return request.path }
    let url = URLText.httpForm(of: request.url)
    guard url == base || url.hasPrefix(base + "/") || url.hasPrefix(base + "?") else { return nil }
    let rest = url.dropFirst(base.count).prefix { $0 != "?" && $0 != "#" }
    return rest.isEmpty ? "/" : String(rest)
  }

  /// Of a server at `https://pets.example.com/v1` the path `/pets` for `/v1/pets`.
  private func pathBelowBase(_ path: String) -> String? {
    guard let base, let start = base.firstRange(of: "://")?.upperBound,
      let slash = base[start...].firstIndex(of: "/"), path.hasPrefix(base[slash...] + "/")
    else { return nil }
    return String(path.dropFirst(base[slash...].count))
  }
}
