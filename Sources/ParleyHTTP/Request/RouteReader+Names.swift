import HTTPTypes

// The names in a file of routes.
extension RouteReader {
  /// The standard properties of the library that files of routes were written for first.
  private static let olderNames: [String: Route.Property] = [
    "path": .endpoint, "url": .endpoint, "requestHeaders": .headers, "serializationName": .serialization,
    "saveAsResource": .download, "cacheTTL": .cache, "cacheIgnoreQueryParameters": .cache,
    "invalidatesCachedRouteNames": .cache, "dataMapper": .mapper, "dataMapperRequestRootKeyPath": .requestRoot,
    "dataMapperResponseRootKeyPath": .responseRoot, "preventUserInteraction": .hold,
  ]

  private static let ownName = "properties"
  private static let standardNames = Route.Property.allCases.map(\.rawValue) + [ownName]

  /// Properties of the file's own: what stands in `properties`, and names beside the standard ones that look like none of them.
  func ownProperties() throws(InvalidRoute) -> JSONObject {
    if let named = try text(.key), named != key { throw mistake(.key, "it is “\(named)”") }
    var own = JSONObject()
    for (name, value) in members where Route.Property(rawValue: name) == nil && name != Self.ownName {
      try check(name)
      own[name] = value
    }
    for (name, value) in try object(Self.ownName) { own[name] = value }
    return own
  }

  /// The standard method that was probably meant: methods are told apart by their casing, and a server knows no `post`.
  static func standardMethod(like name: String) -> String? {
    let standard: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete, .head, .options, .trace, .connect]
    return standard.contains { $0.rawValue == name } ? nil : NearestName.of(name, among: standard.map(\.rawValue))
  }

  private func check(_ name: String) throws(InvalidRoute) {
    let meant = Self.olderNames[name]?.rawValue ?? NearestName.of(name, among: Self.standardNames)
    guard let meant else { return }
    var error = InvalidRoute(key: key, property: name, reason: "there is no such property")
    error.nearest = meant
    throw error
  }
}
