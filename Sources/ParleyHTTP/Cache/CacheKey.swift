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

extension JSONValue {
  /// The same with the members of every object in the order of their keys.
  var sortingKeys: JSONValue {
    switch self {
    case .object(let members):
      .object(JSONObject(members.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value.sortingKeys) }))
    case .array(let elements): .array(elements.map(\.sortingKeys))
    case .null, .bool, .number, .string: self
    }
  }
}
