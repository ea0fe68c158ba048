extension Reader where Value == [Row] {
  /// A map `name: value`, whose value may be a list; or a list of such maps, where a name may stand again later.
  static func rows(of kind: RowKind) -> Reader {
    Reader("a map of \(kind.plural), or a list of `- name: value`", .rows) { node, decoding in
      var reading = RowReading(kind: kind, decoding: decoding)
      reading.read(node)
      decoding = reading.decoding
      return reading.rows
    }
  }
}

extension Schema {
  static let row = Schema.map(.either([.text(), .list(.text())]))
  static let rows = Schema.either([row, .list(.map(.text()))])
}

/// What rows are for, and so what their names and values may be.
enum RowKind: Sendable {
  case header, query, form

  var plural: String {
    switch self {
    case .header: "headers"
    case .query: "query parameters"
    case .form: "form fields"
    }
  }

  var singular: String { String(plural.dropLast()) }
}

private struct RowReading {
  let kind: RowKind
  var decoding: Decoding
  var rows: [Row] = []

  init(kind: RowKind, decoding: Decoding) {
    self.kind = kind
    self.decoding = decoding
  }

  mutating func read(_ node: YAMLNode) {
    switch node.content {
    case .mapping(let entries): entries.forEach { read($0) }
    case .sequence(let items): items.forEach { readItem($0) }
    case .scalar: if !node.isAbsent { refuse(node, "a map of \(kind.plural)") }
    }
  }

  private mutating func readItem(_ item: YAMLNode) {
    guard let entries = item.entries else { return refuse(item, "`name: value`") }
    entries.forEach { read($0) }
  }

  private mutating func read(_ entry: YAMLEntry) {
    guard let (name, isOn) = name(of: entry.key) else { return }
    let values = entry.value.items ?? [entry.value]
    for value in values { append(value, name: name, isOn: isOn) }
  }

  private mutating func append(_ value: YAMLNode, name: String, isOn: Bool) {
    guard let text = value.text else { return refuse(value, "text, or a list of texts") }
    if kind == .header, text.utf8.contains(where: \.isLineBreak) {
      return refuse(value, "one line: a header has no line breaks")
    }
    rows.append(Row(name, text, isOn: isOn, place: value.place))
  }

  private mutating func name(of key: Located<String>) -> (name: String, isOn: Bool)? {
    let isOn = !key.value.hasPrefix("~")
    let name = isOn ? key.value : String(key.value.dropFirst())
    if let problem = problem(with: name), let place = key.place {
      decoding.note(Diagnostic(.wrongValue, at: place, problem, hint: "`~name: value` is a row switched off"))
      return nil
    }
    return (name, isOn)
  }

  private func problem(with name: String) -> String? {
    if name.isEmpty { return "found a \(kind.singular) without a name" }
    if name.hasTemplateMark {
      return "found a template in the name \(Printable.quoted(name)); templates stand in values"
    }
    if kind == .header, !name.isToken { return "\(Printable.quoted(name)) cannot be the name of a header" }
    return nil
  }

  private mutating func refuse(_ node: YAMLNode, _ expected: String) {
    decoding.refuse(node, expected: expected)
  }
}

extension String {
  /// A token of RFC 9110, section 5.6.2, as names of headers and methods are.
  var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
