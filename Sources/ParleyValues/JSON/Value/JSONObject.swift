import OrderedCollections

/// The members of a JSON object in the document's order, found by key in constant time.
///
/// RFC 8259 §4 leaves the meaning of a repeated key open. Here it is JavaScript's: the last value wins and stands where
/// the key stood first. (The outline of a document shows every member, repeated or not.)
///
/// Two objects are equal when they have the same members in any order.
public struct JSONObject: Sendable {
  public typealias Element = (key: String, value: JSONValue)

  private var members: OrderedDictionary<ExactString, JSONValue>

  /// An object without members.
  public init() {
    members = [:]
  }

  /// The members in order; of a repeated key the last value is kept.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    reserveCapacity(members.underestimatedCount)
    for (key, value) in members { self[key] = value }
  }

  /// Makes room for so many members.
  package mutating func reserveCapacity(_ capacity: Int) {
    members.reserveCapacity(capacity)
  }

  /// The value of `key`. A new key is added at the end; setting `nil` removes the member.
  public subscript(key: String) -> JSONValue? {
    get { members[ExactString(key)] }
    set { members[ExactString(key)] = newValue }
    _modify { yield &members[ExactString(key)] }
  }

  /// Puts another value in the place of one. Copies of an object that are changed by this alone share their keys.
  package mutating func setValue(at position: Int, _ value: JSONValue) {
    members.values[position] = value
  }

  /// The keys in the document's order.
  public var keys: some RandomAccessCollection<String> {
    members.keys.lazy.map(\.text)
  }

  /// The values in the document's order.
  public var values: some RandomAccessCollection<JSONValue> {
    members.values
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }

  public subscript(position: Int) -> Element {
    let member = members.elements[position]
    return (member.key.text, member.value)
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right.members[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum ^= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
