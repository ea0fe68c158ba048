import HTTPTypes

/// The reason a route that was read from a file is invalid.
///
/// ```swift
/// do throws(InvalidRoute) {
///   routes = try Routes(json: file)
/// } catch {
///   warn(error.summary, error.advice)  // The route “login” has an error in endpiont: … Did you mean “endpoint”?
/// }
/// ```
public struct InvalidRoute: ExplainedError, Hashable {
  /// The route's name.
  public let key: String
  /// The property with the mistake.
  package let property: String
  /// The mistake, in words.
  public let reason: String
  /// The name that was probably meant.
  var nearest: String?

  public var code: String { "route.\(property)" }
  public var summary: String { "The route “\(key)” has an error in \(property): \(reason)." }
  public var place: String? { "\(key).\(property)" }
  public var advice: String? { nearest.map { "Did you mean “\($0)”?" } }
}

extension Routes {
  /// Routes as a file has them: an object of objects, by key. Each has an `endpoint`, and may have the other standard properties
  /// (`Route.Property`) and properties of your own.
  ///
  /// ```json
  /// { "login": { "method": "POST", "endpoint": "/user/login", "requestRoot": "user", "hold": 4 },
  ///   "hello": { "endpoint": "/api/hello/$0", "defaults": { "$0": "" }, "greeting": true } }
  /// ```
  ///
  /// A name that looks like a slip of a standard one, or is that of an older library, is an error. A property of your own that is
  /// meant so can stand in `properties`, where every name is taken as it is. Roots are dotted paths, `hold` is in seconds, or
  /// `true` for the standard; `mapper` names one of `mappers`.
  public init(json: JSONObject, mappers: [String: any DataMapper] = [:]) throws(InvalidRoute) {
    self.init()
    for (key, value) in json { register(try RouteReader(key: key, value, mappers: mappers).route()) }
  }
}

/// Reads one route, naming the property that is wrong.
struct RouteReader {
  let key: String
  let members: JSONObject
  /// That a route may name.
  private let mappers: [String: any DataMapper]

  init(key: String, _ value: JSONValue, mappers: [String: any DataMapper]) throws(InvalidRoute) {
    guard let members = value.object else {
      throw InvalidRoute(key: key, property: "properties", reason: "they are \(value.kind.phrase), not an object")
    }
    (self.key, self.members, self.mappers) = (key, members, mappers)
  }

  func route() throws(InvalidRoute) -> Route {
    let own = try ownProperties()
    var route = Route(key, endpoint: try endpoint(), method: try method(), server: try text(.server), properties: own)
    route.headers = try headers()
    route.serialization = try choice(.serialization)
    route.queryStyle = try choice(.queryStyle)
    route.compressesBody = try flag(.gzip)
    route.downloads = try flag(.download)
    route.cache = try cache()
    route.mapping = try mapping()
    route.hold = try hold()
    return route
  }

  private func endpoint() throws(InvalidRoute) -> PathTemplate {
    guard let text = try text(.endpoint) else { throw mistake(.endpoint, "it is missing") }
    return PathTemplate(text, defaults: try defaults(of: text))
  }

  private func mapping() throws(InvalidRoute) -> Mapping? {
    let (request, response, name) = (try text(.requestRoot), try text(.responseRoot), try text(.mapper))
    guard request != nil || response != nil || name != nil else { return nil }
    var mapping = Mapping(requestRoot: request, responseRoot: response)
    if let name { mapping.mapper = try mapper(name) }
    mapping.mapperName = name
    return mapping
  }

  private func mapper(_ name: String) throws(InvalidRoute) -> any DataMapper {
    if let mapper = mappers[name] { return mapper }
    throw mistake(
      .mapper, "no mapper is called “\(name)”", meaning: NearestName.of(name, among: mappers.keys.sorted()))
  }

  private func hold() throws(InvalidRoute) -> Duration? {
    guard let value = members[Route.Property.hold.rawValue] else { return nil }
    if let holds = value.bool { return holds ? BlockingOverlay.standardDelay : nil }
    guard let seconds = value.double, seconds >= 0, seconds < 1e12 else {
      throw mistake(.hold, "it is \(value.kind.phrase), not a number of seconds, true or false")
    }
    return .seconds(seconds)
  }

  private func method() throws(InvalidRoute) -> HTTPRequest.Method? {
    guard let name = try text(.method) else { return nil }
    guard let method = HTTPRequest.Method(name) else { throw mistake(.method, "“\(name)” is not an HTTP method") }
    if let meant = Self.standardMethod(like: name) {
      throw mistake(.method, "“\(name)” is not a standard method", meaning: meant)
    }
    return method
  }

  private func defaults(of endpoint: String) throws(InvalidRoute) -> [String: String] {
    var defaults: [String: String] = [:]
    for (word, value) in try object(.defaults) {
      guard let text = value.parameterText else {
        throw mistake(.defaults, "“\(word)” is \(value.kind.phrase), not a text")
      }
      guard endpoint.contains(word) else { throw mistake(.defaults, "“\(word)” is not in the endpoint") }
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
      throw mistake(.cache, error.reason, meaning: error.nearest)
    }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ property: Route.Property
  ) throws(InvalidRoute) -> Choice? {
    guard let name = try text(property) else { return nil }
    guard let choice = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      let meant = NearestName.of(name, among: Choice.allCases.map(\.rawValue))
      throw mistake(property, "“\(name)” is none of \(known)", meaning: meant)
    }
    return choice
  }

  private func flag(_ property: Route.Property) throws(InvalidRoute) -> Bool {
    guard let value = members[property.rawValue] else { return false }
    guard let flag = value.bool else { throw mistake(property, "it is \(value.kind.phrase), not true or false") }
    return flag
  }

  func text(_ property: Route.Property) throws(InvalidRoute) -> String? {
    guard let value = members[property.rawValue] else { return nil }
    guard let text = value.string else { throw mistake(property, "it is \(value.kind.phrase), not a text") }
    return text
  }

  private func object(_ property: Route.Property) throws(InvalidRoute) -> JSONObject {
    try object(property.rawValue)
  }

  func object(_ name: String) throws(InvalidRoute) -> JSONObject {
    guard let value = members[name] else { return JSONObject() }
    guard let object = value.object else {
      throw InvalidRoute(key: key, property: name, reason: "it is \(value.kind.phrase), not an object")
    }
    return object
  }

  /// - Parameter meant: the text that was probably meant.
  func mistake(_ property: Route.Property, _ reason: String, meaning meant: String? = nil) -> InvalidRoute {
    InvalidRoute(key: key, property: property.rawValue, reason: reason, nearest: meant)
  }
}
