/// The query of a request: names and values in the order they are sent, names as often as one likes.
///
/// ```swift
/// let query: Query = ["sort": "asc", "page": 1, "tags": ["low", "medium"]]
/// // ?sort=asc&page=1&tags[]=low&tags[]=medium
/// ```
public struct Query: Sendable, Hashable {
  /// One `name=value`; without a value only the name is sent.
  public struct Item: Sendable, Hashable {
    /// As it is meant; it is encoded on the way out.
    public var name: String
    /// As it is meant; nil sends the name alone.
    public var value: String? {
      didSet { list = [] }
    }
    /// The parts of a value that is a list, so that its own commas can be told from those between them.
    private(set) var list: [String] = []

    /// `name=value`, or the name alone.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }

    /// `name=a,b,c`: the commas between the values stand as they are, those inside are encoded.
    public init(_ name: String, commaSeparated values: [String]) {
      self.init(name, values.joined(separator: ","))
      list = values
    }
  }

  /// In the order they are sent.
  public var items: [Item]

  /// These items; none sends no query.
  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// Adds an item at the end.
  public mutating func append(_ name: String, _ value: String?) {
    items.append(Item(name, value))
  }
}

extension Query: ExpressibleByDictionaryLiteral {
  /// A literal keeps its order. Lists are in brackets; `Request.query(_:style:)` has the other styles.
  public init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
    self.init(elements, style: .brackets)
  }
}

extension Query {
  /// A literal in a style of its choice: `Query(["tags": ["low", "medium"]], style: .comma)`.
  package init(_ values: KeyValuePairs<String, (any ParameterValue)?>, style: QueryStyle) {
    self.init(values.map { ($0.key, $0.value) }, style: style)
  }

  /// The values of a dictionary, which has no order of its own: its keys are sorted.
  public init(sorting dictionary: [String: some ParameterValue], style: QueryStyle = .brackets) {
    self.init(dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, style: style)
  }

  /// The members of a JSON object, in their order.
  package init(members: JSONObject, style: QueryStyle = .brackets) {
    self.init(members.map { ($0.key, $0.value) }, style: style)
  }

  /// Encodes a model as a query. It has to be an object, since every value needs a name.
  /// - Throws: `InvalidRequest.model`.
  package init(
    encoding model: any Encodable, style: QueryStyle = .brackets, as coding: JSONCoding = .standard
  ) throws(InvalidRequest) {
    self.init(members: try JSONObject(encoding: model, for: "a query", as: coding), style: style)
  }

  private init(_ values: [(String, (any ParameterValue)?)], style: QueryStyle) {
    var layout = QueryLayout(style: style)
    for (name, value) in values { layout.add(value?.parameter ?? .null, named: name) }
    self.init(layout.items)
  }
}

extension Query.Item {
  /// As it stands in a URL. Brackets of a name stay as they are, since servers that read `tags[]=low` expect them so.
  package var encoded: String {
    let name = URLText.encoded(name) { $0.isUnreserved || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    return value.map { "\(name)=\(encodedValue($0))" } ?? name
  }

  private func encodedValue(_ value: String) -> String {
    guard !list.isEmpty else { return URLText.encoded(value) { $0.isUnreserved } }
    return list.map { part in URLText.encoded(part) { $0.isUnreserved } }.joined(separator: ",")
  }
}

extension URLText {
  /// Adds query items behind whatever query there is, in front of a fragment.
  package static func appending(_ items: [Query.Item], to url: String) -> String {
    guard !items.isEmpty else { return url }
    let (head, fragment) = splitFragment(url)
    let separator = !head.contains("?") ? "?" : head.hasSuffix("?") || head.hasSuffix("&") ? "" : "&"
    return head + separator + items.map(\.encoded).joined(separator: "&") + fragment
  }
}

extension JSONObject {
  /// The members a model encodes itself to.
  /// - Parameter purpose: the part that needs them, for the error: `a query`.
  package init(encoding model: any Encodable, for purpose: String, as coding: JSONCoding) throws(InvalidRequest) {
    let value: JSONValue
    do {
      value = try JSONValue(encoding: model, as: coding)
    } catch {
      throw .model(String(describing: error))
    }
    guard let object = value.object else { throw .model("\(purpose) needs names, and it is \(value.kind.phrase)") }
    self = object
  }
}
