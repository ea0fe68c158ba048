internal import ParleyEngine
import ParleyModel
internal import ParleyText

extension Reader where Value == [Row] {
  /// A map `name: value`, whose value may be a list; or a list of such maps, where a name may stand again later.
  package static func rows(of kind: RowKind) -> Reader {
    Reader(
      "a map of \(kind.plural), or a list of `- name: value`", .rows(of: .text()), write: { $0.written }
    ) { node, decoding in
      var reading = RowReading<Row>(kind: kind) { name, value, decoding in
        guard let text = value.text else { return decoding.mismatch(value, expected: "text, or a list of texts") }
        if kind == .header, text.utf8.contains(where: \.isLineBreak) {
          return decoding.mismatch(value, expected: "one line: a header has no line breaks")
        }
        return Row(name.text, text, isOn: name.isOn, place: value.place)
      }
      return reading.read(node, &decoding)
    }
  }
}

extension Schema {
  /// Rows with such values.
  package static func rows(of value: Schema) -> Schema {
    .either([.map(.either([value, .list(value)])), .list(.map(value))])
  }
}

extension [Row] {
  fileprivate var written: EncodedValue? {
    isEmpty ? nil : .rows(map { EncodedValue.Entry($0.writtenName, .text($0.value)) })
  }
}

/// The purpose of rows, which decides the names and values they may have.
package enum RowKind: Sendable {
  case header, query, form, part, path, expectedHeader, parameter, sharedKey

  var plural: String {
    switch self {
    case .header, .expectedHeader: "headers"
    case .query: "query parameters"
    case .parameter: "parameters"
    case .form: "form fields"
    case .part: "parts"
    case .path: "path variables"
    case .sharedKey: "shared keys"
    }
  }

  var singular: String { String(plural.dropLast()) }

  fileprivate var isHeader: Bool { self == .header || self == .expectedHeader }
}

/// The name of a row as it stands in a file: `~` in front switches the row off. A name that begins with `~` itself has a backslash
/// before it, and one that looks like that has one more.
package struct RowName {
  package let text: String
  package let isOn: Bool

  package init(_ text: String, isOn: Bool) {
    (self.text, self.isOn) = (text, isOn)
  }

  package init(_ written: String) {
    isOn = !written.hasPrefix("~")
    let name = isOn ? written : String(written.dropFirst())
    text = name.hasPrefix("\\") && Self.needsBackslash(name.dropFirst()) ? String(name.dropFirst()) : name
  }

  package var written: String {
    (isOn ? "" : "~") + (Self.needsBackslash(text[...]) ? "\\" : "") + text
  }

  private static func needsBackslash(_ name: Substring) -> Bool {
    name.drop { $0 == "\\" }.first == "~"
  }
}

/// Reads rows of any kind: a map, whose values may be lists, or a list of maps.
struct RowReading<Element> {
  private let kind: RowKind
  private let element: (RowName, YAMLNode, inout Decoding) -> Element?
  private var names: Set<ExactString> = []
  private var rows: [Element] = []

  /// - Parameter element: a row; `nil` only after it has noted why it is none.
  init(kind: RowKind, element: @escaping (RowName, YAMLNode, inout Decoding) -> Element?) {
    self.kind = kind
    self.element = element
  }

  package mutating func read(_ node: YAMLNode, _ decoding: inout Decoding) -> [Element] {
    switch node.content {
    case .mapping(let entries): for entry in entries { read(entry, &decoding) }
    case .sequence(let items): for item in items { read(item: item, &decoding) }
    case .scalar: if !node.isAbsent { decoding.refuse(node, expected: "a map of \(kind.plural)") }
    }
    return rows
  }

  private mutating func read(item: YAMLNode, _ decoding: inout Decoding) {
    guard let entries = item.entries else { return decoding.refuse(item, expected: "`name: value`") }
    for entry in entries { read(entry, &decoding) }
  }

  private mutating func read(_ entry: YAMLEntry, _ decoding: inout Decoding) {
    let name = RowName(entry.key.value)
    if let problem = problem(with: name.text), let place = entry.key.place {
      let hint = "`~name: value` is a row turned off"
      return decoding.note(Diagnostic(.wrongValue, at: place, problem, hint: hint))
    }
    for value in entry.value.items ?? [entry.value] { read(value, named: name, &decoding) }
  }

  private mutating func read(_ value: YAMLNode, named name: RowName, _ decoding: inout Decoding) {
    if kind == .path || kind == .sharedKey, name.isOn, !names.insert(name.text) {
      return decoding.refuse(value, expected: "one value for each \(kind.singular)")
    }
    if let row = element(name, value, &decoding) { rows.append(row) }
  }

  private func problem(with name: String) -> String? {
    if name.isEmpty { return "found a \(kind.singular) without a name" }
    if name.hasTemplateMark {
      return "found a template in the name \(Printable.quoted(name)); templates stand in values"
    }
    if kind.isHeader, !name.isToken { return "\(Printable.quoted(name)) cannot be the name of a header" }
    return nil
  }
}

extension String {
  /// A token of RFC 9110, section 5.6.2, as names of headers and methods are.
  package var isToken: Bool {
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

extension Row {
  /// With the sign of a row turned off.
  var writtenName: String { RowName(name, isOn: isOn).written }
}
