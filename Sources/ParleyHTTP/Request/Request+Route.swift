import HTTPTypes

extension Request {
  /// The name for people: its own, or else that of its route.
  public var displayName: String? { name ?? route?.key }

  /// The request with what its route says wherever it says nothing itself.
  func following(_ routes: Routes) throws(InvalidRequest) -> Request {
    switch route {
    case nil: self
    case .named(let key): following(try routes.route(named: key))
    case .route(let route): following(route)
    }
  }

  private func following(_ route: Route) -> Request {
    var result = self
    result.route = .route(route)
    result.server = server ?? route.server
    result.method = method ?? route.method ?? .get
    if endpoint.isEmpty { result.endpoint = route.endpoint.text }
    result.pathDefaults = pathDefaults.merging(route.endpoint.defaults) { own, _ in own }
    result.headers = HTTPFields(route.headers.filter { !headers.contains($0.name) } + headers)
    result.takeWhatIsOpen(from: route)
    return result
  }

  private mutating func takeWhatIsOpen(from route: Route) {
    serialization = serialization ?? route.serialization
    queryStyle = queryStyle ?? route.queryStyle
    authorization = authorization ?? route.authorization
    retry = retry ?? route.retry
    duplicates = duplicates ?? route.duplicates
    if let wishes = route.cache { cache = cache.following(wishes) }
    compressesBody = compressesBody ?? route.compressesBody
    if route.downloads, destination == .automatic { destination = .temporary }
    if codecKey == nil { codec = codec ?? route.codec }
    mapping = mapping ?? route.mapping
    hold = hold ?? route.hold
    if validators.isEmpty { validators = route.validators }
    if let standing = route.options, options == TransferOptions() { options = standing }
  }
}
