import HTTPTypes

// The parts of a key.
extension CacheKey {
  /// Larger bodies make no key.
  private static let largestBody = 1 << 20

  /// Nil where what is sent is not known before it is sent, or is too large to compare.
  /// - Parameter cookies: those of the jar that it is sent with.
  init?(
    _ prepared: PreparedRequest, cookies: [Cookie], in configuration: ClientConfiguration, by storage: any CacheStorage
  ) throws(RepositoryError) {
    guard case .some(let model) = Self.model(of: prepared, in: configuration) else { return nil }
    let address = CacheAddress(prepared, in: configuration)
    self.init(
      environment: prepared.request.environment, group: prepared.cacheGroup(in: configuration),
      method: prepared.methodName, origin: address.origin + prepared.forTransport.options.route, path: address.path,
      query: address.query, model: model)
    guard !prepared.isGrouped(in: configuration) else { return }
    identity = try CacheCredentials(of: prepared, cookies: cookies, in: configuration).identity(by: storage)
  }

  private static func model(of prepared: PreparedRequest, in configuration: ClientConfiguration) -> Model?? {
    guard let content = prepared.forTransport.content else { return .some(nil) }
    guard let bytes = content.bytes, bytes.count <= largestBody else { return nil }
    if prepared.request.body == nil, let model = prepared.ownModel(in: configuration) { return .json(model) }
    return Model(bytes, of: prepared.forTransport.headers[.contentType])
  }
}

extension CacheKey.Model {
  /// - Parameter type: the content's, as it is sent.
  fileprivate init(_ bytes: [UInt8], of type: String?) {
    let kind = type.map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
    if kind.isEmpty || kind.hasSuffix("json"), let value = Self.value(of: bytes) {
      self = .json(value)
    } else if let type, !kind.isEmpty, !Self.usual.contains(kind) {
      self = .typed(type, bytes)
    } else {
      self = String(validating: bytes, as: UTF8.self).map(Self.text) ?? .bytes(bytes)
    }
  }

  /// The types that text and bytes are sent as where nobody says anything else.
  private static let usual: Set = ["text/plain", "application/octet-stream"]

  /// Nil also for a document that names a member twice: servers differ in which one they take.
  private static func value(of bytes: [UInt8]) -> JSONValue? {
    guard let value = try? JSONValue(parsing: bytes), value.countOfMembers == JSONText.countOfColons(in: bytes) else {
      return nil
    }
    return value
  }
}

extension JSONValue {
  fileprivate var countOfMembers: Int {
    switch self {
    case .object(let object): object.reduce(0) { $0 + 1 + $1.value.countOfMembers }
    case .array(let elements): elements.reduce(0) { $0 + $1.countOfMembers }
    default: 0
    }
  }
}

extension CacheAddress {
  init(_ prepared: PreparedRequest, in configuration: ClientConfiguration) {
    self.init(
      prepared.url, ignoring: prepared.request.cache.ignoredQuery, model: prepared.modelQuery(in: configuration))
  }
}

extension TransferOptions {
  /// How a server is reached and its response read, where that is not the usual way: another socket or proxy is another server, and
  /// what nobody vouched for or unpacked is not the same response.
  fileprivate var route: String {
    guard special != nil || redirects == 0 else { return "" }
    return Self.parts.compactMap { $0.route(self) }.map { " \($0)" }.joined()
  }
}

extension PreparedRequest {
  /// Whether it has a group of entries of its own, which takes the place of its credentials.
  func isGrouped(in configuration: ClientConfiguration) -> Bool {
    request.cache.group != nil || configuration.cacheGroup != nil
  }

  /// Those of the jar that go along.
  var sentCookies: [Cookie] {
    guard let cookies = forTransport.cookies, forTransport.options.usesCookies, !forTransport.headers.contains(.cookie)
    else { return [] }
    return cookies.sent(to: forTransport.url)
  }

  /// Returns the query that a model made, in the order of its keys; nil if none did.
  fileprivate func modelQuery(in configuration: ClientConfiguration) -> [Query.Item]? {
    guard request.sendsModelAsQuery, request.model != nil, let model = ownModel(in: configuration)?.sortingKeys else {
      return nil
    }
    return try? Query(encoding: model, style: request.queryStyle ?? .brackets, as: codec.coding).items
  }

  /// The group of entries that it reads, writes and invalidates. What mocks answer stays among mocks.
  func cacheGroup(in configuration: ClientConfiguration) -> String? {
    let group = request.cache.group ?? configuration.cacheGroup
    return configuration.mocks.isOn ? ["mocks", group].compactMap(\.self).joined(separator: " ") : group
  }

  /// The request's model without what went into the path, before its codec made a body of it.
  fileprivate func ownModel(in configuration: ClientConfiguration) -> JSONValue? {
    RequestPath(filling: request, replaceComponents: configuration.replaceComponents, as: codec.coding)?.model
      .flatMap { try? JSONValue(encoding: $0, as: codec.coding) }
  }
}
