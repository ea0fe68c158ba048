/// What tells the entries of a cache apart: method, resolved origin and path, query, and the request's model in any order
/// of its keys, within an environment and a group. Headers, codec and wanted type are not in it.
public struct CacheKey: Sendable, Hashable {
  /// The environment whose values the request was made with.
  package var environment: String?
  /// The discriminator: one group of entries for each signed-in user, say. Nil is the shared group.
  package var group: String?
  /// As it stands on the request line.
  package var method: String
  /// Scheme, host in lower case, and port unless it is the scheme's own.
  package var origin: String
  /// Percent-encoded; never empty.
  package var path: String
  /// Sorted by name; items of one name keep their order.
  package var query: String
  /// What the request sends in its body; a model that makes the query is in the query.
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
      && left.model == right.model
  }

  /// What a request sends, compared by its meaning where it is JSON.
  public enum Model: Sendable, Hashable {
    /// Equal in any order of keys.
    case json(JSONValue)
    /// Text that is no JSON.
    case text(String)
    /// Neither JSON nor text.
    case bytes([UInt8])

    public static func == (left: Model, right: Model) -> Bool {
      switch (left, right) {
      case (.json(let left), .json(let right)): left == right
      case (.text(let left), .text(let right)): left.isIdentical(to: right)
      case (.bytes(let left), .bytes(let right)): left == right
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
    }
  }
}

// What a key is made of.
extension CacheKey {
  /// Larger bodies make no key.
  private static let largestBody = 1 << 20

  /// Nil where what is sent is not known before it is sent, or is too large to compare.
  init?(_ prepared: PreparedRequest, in configuration: ClientConfiguration) {
    let address = CacheAddress(prepared.url, ignoring: prepared.request.cache.ignoredQuery)
    guard case .some(let model) = Self.model(of: prepared, in: configuration) else { return nil }
    self.init(
      environment: prepared.request.environment, group: prepared.cacheGroup(in: configuration),
      method: prepared.methodName,
      origin: address.origin, path: address.path, query: address.query, model: model)
  }

  private static func model(of prepared: PreparedRequest, in configuration: ClientConfiguration) -> Model?? {
    guard let content = prepared.forTransport.content else { return .some(nil) }
    guard let bytes = content.bytes, bytes.count <= largestBody else { return nil }
    if prepared.request.body == nil, let model = prepared.ownModel(in: configuration) { return .json(model) }
    if let value = try? JSONValue(parsing: bytes) { return .json(value) }
    return String(validating: bytes, as: UTF8.self).map(Model.text) ?? .bytes(bytes)
  }
}

extension PreparedRequest {
  /// The group of entries that it reads, writes and invalidates. What mocks answer stays among mocks.
  func cacheGroup(in configuration: ClientConfiguration) -> String? {
    let group = request.cache.group ?? configuration.cacheGroup
    return configuration.mocks.isOn ? ["mocks", group].compactMap(\.self).joined(separator: " ") : group
  }

  /// The request's model without what went into the path, before its codec made a body of it.
  fileprivate func ownModel(in configuration: ClientConfiguration) -> JSONValue? {
    let parameters = try? RequestParameters(
      request, replaceComponents: configuration.replaceComponents, as: codec.coding)
    return parameters?.model.flatMap { try? JSONValue(encoding: $0, as: codec.coding) }
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
