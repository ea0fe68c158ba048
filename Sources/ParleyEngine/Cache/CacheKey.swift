import HTTPTypes

/// The key of an entry of a cache: method, resolved origin and path, query, the request's model in any order of its
/// keys, and the credentials it is sent with, within an environment and a group. Other headers, codec and wanted type
/// are not in it.
public struct CacheKey: Sendable, Hashable {
  /// The environment whose values the request was made with.
  package var environment: String?
  /// The discriminator: one group of entries for each signed-in user, say. Nil is the shared group.
  package var group: String?
  /// With which credentials it is sent; none in a group, which takes their place.
  package var identity = CacheIdentity.none
  /// As it stands on the request line.
  package var method: String
  /// Scheme, host in lower case, and port unless it is the scheme's own. Behind a blank stands how it is reached, where that is not
  /// the usual way.
  package var origin: String
  /// Percent-encoded; never empty.
  package var path: String
  /// Exact. Behind a blank stands what a model made, in the order of its keys.
  package var query: String
  /// The model that the request sends in its body; nil for none.
  package var model: Model?

  /// A key of its parts, for storages that read one back.
  package init(
    environment: String? = nil, group: String? = nil, method: String, origin: String, path: String, query: String,
    model: Model? = nil
  ) {
    self.environment = environment
    self.group = group
    self.method = method
    self.origin = origin
    self.path = path
    self.query = query
    self.model = model
  }

  /// Names are the same by their scalars; all else but the model is ASCII.
  public static func == (left: CacheKey, right: CacheKey) -> Bool {
    left.path == right.path && left.query == right.query && left.origin == right.origin && left.method == right.method
      && left.environment.isIdentical(to: right.environment) && left.group.isIdentical(to: right.group)
      && left.identity == right.identity && left.model == right.model
  }

  /// The same for whichever credentials.
  package var withoutIdentity: CacheKey {
    var copy = self
    copy.identity = .none
    return copy
  }

  /// The model that a request sends, compared by its meaning if it is JSON.
  public enum Model: Sendable, Hashable {
    /// Equal in any order of keys.
    case json(JSONValue)
    /// Text that is no JSON.
    case text(String)
    /// Neither JSON nor text.
    case bytes([UInt8])
    /// Of a type that is said, and means that the same bytes are something else: a form, say.
    case typed(String, [UInt8])

    public static func == (left: Model, right: Model) -> Bool {
      switch (left, right) {
      case (.json(let left), .json(let right)): left == right
      case (.text(let left), .text(let right)): left.isIdentical(to: right)
      case (.bytes(let left), .bytes(let right)): left == right
      case (.typed(let type, let left), .typed(let other, let right)): type.isIdentical(to: other) && left == right
      default: false
      }
    }
  }
}

extension CacheKey {
  /// The whole URL, without what the key leaves out.
  package var url: String {
    query.isEmpty ? origin + path : "\(origin)\(path)?\(query)"
  }

  /// The model as one text that is the same for every order of keys, for storages that need one.
  package var canonicalModel: [UInt8] {
    switch model {
    case nil: []
    case .json(let value): [0x6A] + JSONPrinter.compact.bytes(of: value.sortingKeys)
    case .text(let text): [0x74] + Array(text.utf8)
    case .bytes(let bytes): [0x62] + bytes
    case .typed(let type, let bytes): [0x63] + Array(type.utf8) + [0] + bytes
    }
  }
}

// What a key is made of.
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

extension JSONValue {
  /// The same with the members of every object in the order of their keys.
  fileprivate var sortingKeys: JSONValue {
    switch self {
    case .object(let members):
      .object(JSONObject(members.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value.sortingKeys) }))
    case .array(let elements): .array(elements.map(\.sortingKeys))
    case .null, .bool, .number, .string: self
    }
  }
}
