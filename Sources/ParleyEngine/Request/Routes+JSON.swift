import HTTPTypes

/// Why a route that was read from a file is none.
public struct InvalidRoute: ExplainedError, Hashable {
  /// The route's name.
  public let key: String
  /// The property with the mistake.
  package let property: String
  /// What is wrong with it.
  public let reason: String

  public var code: String { "route.\(property)" }
  public var summary: String { "The route “\(key)” has an error in \(property): \(reason)." }
  public var place: String? { "\(key).\(property)" }
}

extension Routes {
  /// Routes as a file has them: an object of objects, by key. Besides the standard properties (`Route.Property`) each may
  /// have any others.
  ///
  /// ```json
  /// { "login": { "method": "POST", "endpoint": "/user/login" },
  ///   "hello": { "endpoint": "/api/hello/$0", "defaults": { "$0": "" }, "greeting": true } }
  /// ```
  public init(json: JSONObject) throws(InvalidRoute) {
    self.init()
    for (key, value) in json { register(try RouteReader(key: key, value).route()) }
  }
}

/// Reads one route, naming the property that is wrong.
private struct RouteReader {
  let key: String
  let members: JSONObject

  init(key: String, _ value: JSONValue) throws(InvalidRoute) {
    guard let members = value.object else {
      throw InvalidRoute(key: key, property: "properties", reason: "they are \(value.kind.phrase), not an object")
    }
    (self.key, self.members) = (key, members)
  }

  func route() throws(InvalidRoute) -> Route {
    let template = PathTemplate(try text(.endpoint) ?? "", defaults: try defaults())
    var route = Route(
      key, endpoint: template, method: try method(), server: try text(.server), properties: others)
    route.headers = try headers()
    route.serialization = try choice(.serialization)
    route.queryStyle = try choice(.queryStyle)
    route.compressesBody = try flag(.gzip)
    route.downloads = try flag(.download)
    route.cache = try cache()
    return route
  }

  private var others: JSONObject {
    JSONObject(members.filter { Route.Property(rawValue: $0.key) == nil }.map { ($0.key, $0.value) })
  }

  private func method() throws(InvalidRoute) -> HTTPRequest.Method? {
    guard let name = try text(.method) else { return nil }
    guard let method = HTTPRequest.Method(name) else { throw mistake(.method, "“\(name)” is not an HTTP method") }
    return method
  }

  private func defaults() throws(InvalidRoute) -> [String: String] {
    var defaults: [String: String] = [:]
    for (word, value) in try object(.defaults) {
      guard let text = value.parameterText else {
        throw mistake(.defaults, "“\(word)” is \(value.kind.phrase), not a text")
      }
      defaults[word] = text
    }
    return defaults
  }

  private func headers() throws(InvalidRoute) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in try object(.headers) {
      for text in value.array ?? [value] { fields.append(try field(name, text)) }
    }
    return fields
  }

  private func field(_ name: String, _ value: JSONValue) throws(InvalidRoute) -> HTTPField {
    guard let text = value.parameterText else {
      throw mistake(.headers, "“\(name)” is \(value.kind.phrase), not a text")
    }
    do {
      return try HTTPField(checking: name, text)
    } catch {
      throw mistake(.headers, String(error.summary.dropLast()))
    }
  }

  private func cache() throws(InvalidRoute) -> CachePolicy? {
    guard members[Route.Property.cache.rawValue] != nil else { return nil }
    let wishes = try object(.cache)
    do throws(CachePolicy.Mistake) {
      return try CachePolicy(json: wishes)
    } catch {
      throw mistake(.cache, error.reason)
    }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ property: Route.Property
  ) throws(InvalidRoute) -> Choice? {
    guard let name = try text(property) else { return nil }
    guard let choice = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw mistake(property, "“\(name)” is none of \(known)")
    }
    return choice
  }

  private func flag(_ property: Route.Property) throws(InvalidRoute) -> Bool {
    guard let value = members[property.rawValue] else { return false }
    guard let flag = value.bool else { throw mistake(property, "it is \(value.kind.phrase), not true or false") }
    return flag
  }

  private func text(_ property: Route.Property) throws(InvalidRoute) -> String? {
    guard let value = members[property.rawValue] else { return nil }
    guard let text = value.string else { throw mistake(property, "it is \(value.kind.phrase), not a text") }
    return text
  }

  private func object(_ property: Route.Property) throws(InvalidRoute) -> JSONObject {
    guard let value = members[property.rawValue] else { return JSONObject() }
    guard let object = value.object else { throw mistake(property, "it is \(value.kind.phrase), not an object") }
    return object
  }

  private func mistake(_ property: Route.Property, _ reason: String) -> InvalidRoute {
    InvalidRoute(key: key, property: property.rawValue, reason: reason)
  }
}
