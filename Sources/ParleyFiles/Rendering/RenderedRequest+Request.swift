internal import HTTPTypes
internal import ParleyEngine
import ParleyText

// What the engine sends.
extension RenderedRequest {
  /// Sets everything of the engine's request but its method and URL.
  mutating func completeRequest(hiding secrets: Secrets) throws {
    request.name = effective.id
    request.route = route
    addPath()
    request.query = items
    request.queryStyle = effective.queryStyle.value.forEngine
    request.headers = try fields
    request.omittedHeaders = effective.omittedHeaders
    try addBody()
    request.authorization = authorization(hiding: secrets)
    request.options = try transferOptions
    request.secrets = secrets
    addExpectations()
    if let policy = effective.cache.policy(group: cacheGroup) { request.cache = policy }
    addReading()
    request.destination = destination
  }

  /// No server reads as many, and a message has no room for more.
  package static let mostHeaders = 50_000

  private var fields: HTTPFields {
    get throws {
      guard headers.count <= Self.mostHeaders else {
        throw RenderError.unfit(field: "The request", reason: "it has more than \(Self.mostHeaders) headers")
      }
      return HTTPFields(try headers.map { try $0.field })
    }
  }

  /// A request's id is the key of its route. A route would choose a method, which one without leaves to the transport.
  private var route: RouteReference? {
    guard let method = request.method else { return nil }
    return .route(
      Route(effective.id, endpoint: PathTemplate(url.text), method: method, server: request.server))
  }

  /// Words that are no variables of the path are replaced wherever they stand, by nothing where they are empty.
  private mutating func addPath() {
    let variables = Set(PathTemplate(url.text).names)
    for row in path {
      if variables.contains(row.name) {
        request.pathValues[row.name] = .string(row.value.text)
      } else {
        request.pathDefaults[row.name] = row.value.text
      }
    }
  }

  /// Rows of one name that follow one another are a list.
  private var items: Query {
    let groups = query.chunked { $0.name.isIdentical(to: $1.name) }
    return Query(groups.flatMap { items(of: $0.map(\.value.text), named: $0[0].name) })
  }

  private func items(of values: [String], named name: String) -> [Query.Item] {
    guard values.count > 1 else { return [Query.Item(name, values[0])] }
    return switch effective.queryStyle.value {
    case .repeated: values.map { Query.Item(name, $0) }
    case .brackets: values.map { Query.Item(name.hasSuffix("[]") ? name : name + "[]", $0) }
    case .comma: [Query.Item(name, commaSeparated: values)]
    }
  }
}

extension EffectiveRequest {
  var method: HTTPRequest.Method? {
    get throws {
      guard let name = definition.method?.value else { return .get }
      if name == "none" { return nil }
      guard let method = HTTPRequest.Method(name) else {
        throw RenderError.unfit(field: "The method", reason: "it is not a valid word")
      }
      return method
    }
  }

  /// Headers that are turned off and not sent otherwise: those of the program's own stay away, too. The cookies of the
  /// jar have a switch of their own.
  fileprivate var omittedHeaders: Set<HTTPField.Name> {
    let sent = Set(sentHeaders.map { $0.value.name.lowercased() })
    return Set(
      headers.compactMap {
        let name = $0.value.name.lowercased()
        return $0.value.isOn || name == "cookie" || sent.contains(name) ? nil : HTTPField.Name($0.value.name)
      })
  }
}

extension QueryStyleName {
  fileprivate var forEngine: QueryStyle {
    switch self {
    case .repeated: .repeated
    case .brackets: .brackets
    case .comma: .comma
    }
  }
}

extension RenderedRequest.Row {
  fileprivate var field: HTTPField {
    get throws {
      do throws(InvalidRequest) { return try HTTPField(checking: name, value.text) } catch {
        throw RenderError.unfit(field: "The header \(name)", reason: "it has characters that headers cannot contain")
      }
    }
  }
}
