internal import ParleyEngine

/// How a value stands in a URL, a header or a form (OpenAPI 3.1, §4.8.12.3 "Style Values", by the expansions of
/// RFC 6570; Swagger 2, `collectionFormat`).
struct ParameterStyle {
  enum Style: String {
    case form, simple, label, matrix, deepObject, spaceDelimited, pipeDelimited
    /// Only Swagger 2 has it: `tsv`.
    case tabDelimited
  }

  let style: Style
  let explodes: Bool
  let allowsReserved: Bool

  /// - Parameters:
  ///   - node: a parameter, or the encoding of a property.
  ///   - place: `in` of the parameter; nil for a property of a form.
  init(_ node: JSONValue, in place: String?) {
    let standard: Style = place == "path" || place == "header" ? .simple : .form
    style = node["style"]?.string.flatMap(Style.init) ?? standard
    explodes = node["explode"]?.bool ?? (style == .form)
    allowsReserved = node["allowReserved"]?.bool == true
  }

  /// Between the values of a list that is not exploded.
  var delimiter: String {
    switch style {
    case .spaceDelimited: " "
    case .pipeDelimited: "|"
    case .tabDelimited: "\t"
    case .form, .simple, .label, .matrix, .deepObject: ","
    }
  }
}

// Names and values, of a query or a form.
extension ParameterStyle {
  /// One name and its value; several values stand behind one another with commas between, which are not encoded.
  struct Field: Equatable {
    let name: String
    let values: [String]
    /// One of the values of a list that may have more.
    var isOfList = false

    init(_ name: String, _ values: [String], isOfList: Bool = false) {
      (self.name, self.values, self.isOfList) = (name, values, isOfList)
    }
  }

  /// A list or a map without content has no fields.
  func fields(_ name: String, _ value: JSONValue) -> [Field] {
    switch value {
    case .array(let items): list(name, items)
    case .object(let members): members.isEmpty ? [] : map(name, members)
    default: [Field(name, [Self.text(value)])]
    }
  }

  private func list(_ name: String, _ items: [JSONValue]) -> [Field] {
    if items.isEmpty { return [] }
    if style == .deepObject { return Self.deep(name, .array(items)) }
    if explodes { return items.map { Field(name, [Self.text($0)], isOfList: true) } }
    return [joined(name, items.map(Self.text))]
  }

  private func map(_ name: String, _ members: JSONObject) -> [Field] {
    if style == .deepObject { return Self.deep(name, .object(members)) }
    if explodes { return members.map { Field($0.key, [Self.text($0.value)]) } }
    return [joined(name, members.flatMap { [$0.key, Self.text($0.value)] })]
  }

  private func joined(_ name: String, _ values: [String]) -> Field {
    Field(name, delimiter == "," ? values : [values.joined(separator: delimiter)])
  }

  /// `filter[color][0]=red`: lists of plain values have empty brackets, since servers that read these read so.
  private static func deep(_ name: String, _ value: JSONValue) -> [Field] {
    switch value {
    case .object(let members): members.flatMap { deep("\(name)[\($0.key)]", $0.value) }
    case .array(let items) where items.allSatisfy(\.isScalar):
      items.map { Field("\(name)[]", [text($0)], isOfList: true) }
    case .array(let items): items.enumerated().flatMap { deep("\(name)[\($0.offset)]", $0.element) }
    default: [Field(name, [text(value)])]
    }
  }

  /// A value inside of a list has no style of its own: what is no plain value is JSON.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .null: ""
    default: JSONPrinter.compact.string(of: value)
    }
  }

  /// Whether a value has others inside that no style can express.
  func isNested(_ value: JSONValue) -> Bool {
    let inner = value.array ?? value.object?.map(\.value) ?? []
    return style != .deepObject && inner.contains { !$0.isScalar }
  }
}

// One text: of a header, a cookie, or a part of a path.
extension ParameterStyle {
  /// Text that stands as it is, and values.
  enum Piece: Equatable {
    case text(String)
    /// - key: what it is called within the parameter; nil where it is all of it.
    case value(key: String?, String)
  }

  func pieces(_ name: String, _ value: JSONValue) -> [Piece] {
    switch value {
    case .array(let items):
      if items.count == 1 { return [.text(prefix(name)), .value(key: nil, Self.text(items[0]))] }
      let values = items.enumerated().map { Piece.value(key: "\($0.offset)", Self.text($0.element)) }
      return [.text(prefix(name))] + Self.joined(values.map { [$0] }, by: explodes ? separator(name) : delimiter)
    case .object(let members):
      let pairs = members.map { key, value -> [Piece] in
        [.text(key), .text(explodes ? "=" : delimiter), .value(key: key, Self.text(value))]
      }
      let first = explodes && style == .matrix ? ";" : prefix(name)
      return [.text(first)] + Self.joined(pairs, by: explodes ? separator(nil) : delimiter)
    default:
      let text = Self.text(value)
      if style == .matrix, text.isEmpty { return [.text(";\(name)")] }
      return [.text(prefix(name)), .value(key: nil, text)]
    }
  }

  private static func joined(_ lists: [[Piece]], by separator: String) -> [Piece] {
    Array(lists.joined(separator: [.text(separator)]))
  }

  private func prefix(_ name: String) -> String {
    switch style {
    case .label: "."
    case .matrix: ";\(name)="
    default: ""
    }
  }

  /// Between the values of a list or a map that is exploded.
  /// - Parameter name: the parameter's, in front of each value of a list; nil for a map, whose members have names.
  private func separator(_ name: String?) -> String {
    switch style {
    case .label: "."
    case .matrix: name.map { ";\($0)=" } ?? ";"
    default: delimiter
    }
  }

  /// As it stands in a header.
  func line(_ name: String, _ value: JSONValue) -> String {
    pieces(name, value).map { piece in
      switch piece {
      case .text(let text), .value(_, let text): text
      }
    }.joined()
  }
}
