/// The query of a request: names and values in the order they are sent, names as often as one likes.
public struct Query: Sendable, Hashable {
  /// One `name=value`; without a value only the name is sent.
  public struct Item: Sendable, Hashable {
    public var name: String
    public var value: String?

    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  public var items: [Item]

  public init(_ items: [Item] = []) {
    self.items = items
  }

  public mutating func append(_ name: String, _ value: String?) {
    items.append(Item(name, value))
  }
}

extension Query: ExpressibleByDictionaryLiteral {
  /// A literal keeps its order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Item($0, $1) })
  }
}

extension Query.Item {
  /// As it stands in a URL. Brackets of a name stay as they are, since servers that read `tags[]=low` expect them so.
  var encoded: String {
    let name = URLText.encoded(name) { $0.isUnreserved || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    return value.map { "\(name)=\(URLText.encoded($0) { $0.isUnreserved })" } ?? name
  }
}
