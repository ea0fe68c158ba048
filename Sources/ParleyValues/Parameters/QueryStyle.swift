/// How a list stands in a query. Objects are always nested in brackets: `filter[name]=pen`.
public enum QueryStyle: String, Sendable, Hashable, CaseIterable {
  /// `tags[]=low&tags[]=medium`
  case brackets
  /// `tags=low&tags=medium`
  case repeated
  /// `tags=low,medium`; a comma inside a value is encoded.
  case comma
}

/// Lays a value out as the items of a query.
///
/// A list that holds lists or objects names them by their index, `items[0][id]=1`, whatever the style: without it a
/// server could not tell where one ends and the next begins.
struct QueryLayout {
  let style: QueryStyle
  private(set) var items: [Query.Item] = []

  init(style: QueryStyle) {
    self.style = style
  }

  mutating func add(_ value: JSONValue, named name: String) {
    switch value {
    case .object(let members):
      for (key, member) in members { add(member, named: "\(name)[\(key)]") }
    case .array(let elements) where elements.contains(where: \.isContainer):
      for (index, element) in elements.enumerated() { add(element, named: "\(name)[\(index)]") }
    case .array(let elements):
      addScalars(elements.map(\.parameterText), named: name)
    default:
      items.append(Query.Item(name, value.parameterText))
    }
  }

  private mutating func addScalars(_ texts: [String?], named name: String) {
    guard !texts.isEmpty else { return }
    switch style {
    case .brackets: items += texts.map { Query.Item("\(name)[]", $0) }
    case .repeated: items += texts.map { Query.Item(name, $0) }
    case .comma: items.append(Query.Item(name, commaSeparated: texts.map { $0 ?? "" }))
    }
  }
}
