import ParleyEngine
import ParleyModel
import ParleyText

/// A map with known keys, and how each of them fills a value.
///
/// A key is one line: its name, where it goes, how it is read, and what it is for. Decoding, saving, the message for an
/// unknown key, the JSON Schema and the table in the documentation all follow from that line.
package struct Form<Value: Sendable>: Sendable {
  package let title: String
  package let keys: [Key]
  /// Of the keys, in their order: a key is large, and looking through keys would copy each.
  package let names: [String]
  /// The places of those that must be there.
  private let required: [Int]
  /// Exactly one of the keys is given.
  let isChoice: Bool
  /// Written in one line where it stands nowhere yet.
  let isFlow: Bool
  private let make: @Sendable () -> Value
  /// A value without any of the keys.
  package var blank: Value { make() }

  init(
    _ title: String, isChoice: Bool = false, isFlow: Bool = false, make: @escaping @Sendable () -> Value, keys: [Key]
  ) {
    self.title = title
    self.isChoice = isChoice
    self.isFlow = isFlow
    self.make = make
    self.keys = keys
    names = keys.map(\.property.name)
    required = keys.indices.filter { keys[$0].property.isRequired }
  }

  package struct Key: Sendable {
    /// Leads to the property that a key fills. A key path is dear to make, and most keys stand in no file: it is made when it is asked for.
    package typealias Path<Property> = @Sendable () -> any WritableKeyPath<Value, Property> & Sendable

    package let property: ObjectSchema.Property
    let fill: @Sendable (YAMLNode, inout Value, inout Decoding) -> Void
    /// The encoded value of this key; `nil` if it is absent.
    package let write: @Sendable (Value) -> EncodedValue?
    /// Says as much as another value does, which is nothing where that is blank.
    package let copy: @Sendable (_ source: Value, inout Value) -> Void
    /// The property that it fills.
    let path: @Sendable () -> any PartialKeyPath<Value> & Sendable
    /// The text of a value under this key or under one in its map; empty if it is absent.
    let line: @Sendable (_ inner: ArraySlice<String>, Value) -> String
    /// Says something in a line there. Empty words say as much as what is blank.
    let say: @Sendable (String, _ inner: ArraySlice<String>, _ blank: Value, inout Value) throws(WordsMistake) -> Void

    private init<Field, Property>(
      _ name: String, _ reader: Reader<Field>, _ summary: String, isRequired: Bool,
      _ standard: DefaultValue?, at path: @escaping Path<Property>,
      get: @escaping @Sendable (Value) -> Field?, set: @escaping @Sendable (Field, SourcePlace?, inout Value) -> Void
    ) {
      property = .init(
        name: name, schema: reader.schema, expected: reader.expected, summary: summary, isRequired: isRequired,
        standard: standard)
      fill = { node, value, decoding in
        if let field = reader.read(node, &decoding) { set(field, node.place, &value) }
      }
      write = { get($0).flatMap(reader.write) }
      copy = { source, value in value[keyPath: path()] = source[keyPath: path()] }
      self.path = path
      line = { inner, value in get(value).map { reader.lines.text(inner, $0) } ?? "" }
      say = { (words, inner, blank, value) throws(WordsMistake) in
        if let field = try reader.lines.read(words, inner, get(value)) {
          set(field, nil, &value)
        } else {
          value[keyPath: path()] = blank[keyPath: path()]
        }
      }
    }

    fileprivate init<Inner>(_ key: Form<Inner>.Key, inside path: @escaping Path<Inner>) {
      property = key.property
      fill = { node, value, decoding in key.fill(node, &value[keyPath: path()], &decoding) }
      write = { key.write($0[keyPath: path()]) }
      copy = { source, value in key.copy(source[keyPath: path()], &value[keyPath: path()]) }
      self.path = path
      line = { inner, value in key.line(inner, value[keyPath: path()]) }
      say = { (words, inner, blank, value) throws(WordsMistake) in
        try key.say(words, inner, blank[keyPath: path()], &value[keyPath: path()])
      }
    }

    /// The same key for a value that has this one inside, and no map of its own for it.
    func inside<Outer>(_ path: @autoclosure @escaping Form<Outer>.Key.Path<Value>) -> Form<Outer>.Key {
      Form<Outer>.Key(self, inside: path)
    }

    /// A key that sets a property, whose own value holds while the key is absent.
    init<Field>(
      _ name: String, _ path: @autoclosure @escaping Path<Field>, _ reader: Reader<Field>,
      _ summary: String, isRequired: Bool = false,
      default standard: DefaultValue? = nil
    ) {
      self.init(name, reader, summary, isRequired: isRequired, standard, at: path, get: { $0[keyPath: path()] }) {
        field, _, value in
        value[keyPath: path()] = field
      }
    }

    /// The same for an optional property.
    init<Field>(
      _ name: String, _ path: @autoclosure @escaping Path<Field?>, _ reader: Reader<Field>,
      _ summary: String, isRequired: Bool = false,
      default standard: DefaultValue? = nil
    ) {
      self.init(name, reader, summary, isRequired: isRequired, standard, at: path, get: { $0[keyPath: path()] }) {
        field, _, value in
        value[keyPath: path()] = field
      }
    }

    /// The same for a property that keeps its place.
    init<Field>(
      _ name: String, _ path: @autoclosure @escaping Path<Located<Field>>, _ reader: Reader<Field>,
      _ summary: String, isRequired: Bool = false,
      default standard: DefaultValue? = nil
    ) {
      self.init(name, reader, summary, isRequired: isRequired, standard, at: path, get: { $0[keyPath: path()].value }) {
        field, place, value in
        value[keyPath: path()] = Located(field, at: place)
      }
    }

    /// The same for an optional property that keeps its place.
    init<Field>(
      _ name: String, _ path: @autoclosure @escaping Path<Located<Field>?>, _ reader: Reader<Field>,
      _ summary: String, isRequired: Bool = false,
      default standard: DefaultValue? = nil
    ) {
      self.init(name, reader, summary, isRequired: isRequired, standard, at: path, get: { $0[keyPath: path()]?.value })
      {
        field, place, value in
        value[keyPath: path()] = Located(field, at: place)
      }
    }
  }

  package var schema: ObjectSchema {
    ObjectSchema(title: title, properties: keys.map(\.property), isChoice: isChoice)
  }

  subscript(name: String) -> Key? { names.firstIndex(of: name).map { keys[$0] } }
}

extension Form {
  /// Reads a map; a node that is absent counts as an empty one.
  package func read(_ node: YAMLNode, _ decoding: inout Decoding) -> Value? {
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(
        node, expected: "a map with \(names.prefix(4).joined(separator: ", "))\(names.count > 4 ? ", …" : "")")
    }
    var value = make()
    for entry in entries { fill(&value, from: entry, &decoding) }
    checkFormerNames(in: entries, &decoding)
    checkPresence(in: entries, of: node, &decoding)
    return value
  }

  /// Returns a value encoded key by key, in the format's order.
  package func written(_ value: Value) -> EncodedValue {
    .map(
      keys.compactMap { key in key.write(value).map { EncodedValue.Entry(key.property.name, $0) } }, isFlow: isFlow)
  }

  /// As a reader, for a map inside a map.
  func reader(_ expected: String) -> Reader<Value> {
    Reader(expected, .object(schema), write: { written($0).unlessEmpty }) { node, decoding in
      read(node, &decoding)
    }.of(self)
  }

  /// As a reader of a choice, which a map without any of its keys is not.
  func choiceReader<Chosen>(_ expected: String) -> Reader<Chosen> where Value == Chosen? {
    Reader<Chosen>(expected, .object(schema), write: { written($0) }) { node, decoding in
      read(node, &decoding) ?? nil
    }
  }

  private func fill(_ value: inout Value, from entry: YAMLEntry, _ decoding: inout Decoding) {
    guard let index = names.firstIndex(of: entry.key.value) else {
      guard let name = FormerKey.today(for: entry.key.value, in: names) else { return refuse(entry.key, &decoding) }
      return fill(&value, from: entry, formerly: name, &decoding)
    }
    keys[index].fill(entry.value, &value, &decoding)
  }

  /// Reads a key by the name that it had in earlier versions.
  private func fill(_ value: inout Value, from entry: YAMLEntry, formerly name: String, _ decoding: inout Decoding) {
    if let place = entry.key.place {
      let hint = "write `\(name)` in its place; it means the same"
      decoding.note(
        Diagnostic(.formerKey, .warning, at: place, "“\(entry.key.value)” is called “\(name)” now", hint: hint))
    }
    self[name]?.fill(entry.value, &value, &decoding)
  }

  /// A key stands there once, by whichever of its names.
  private func checkFormerNames(in entries: [YAMLEntry], _ decoding: inout Decoding) {
    for entry in entries {
      guard let name = FormerKey.today(for: entry.key.value, in: names), let place = entry.key.place,
        entries.contains(where: { $0.key.value == name })
      else { continue }
      decoding.note(
        Diagnostic(.conflict, at: place, "“\(entry.key.value)” means “\(name)”, which stands here as well"))
    }
  }

  private func refuse(_ key: Located<String>, _ decoding: inout Decoding) {
    guard let place = key.place else { return }
    let message = "unknown key \(Printable.quoted(key.value)) in \(title)"
    if let map = map(around: key.value) {
      let hint = "it belongs under “\(map)”, as in `\(map): { \(key.value): … }`"
      return decoding.note(Diagnostic(.unknownKey, at: place, message, hint: hint))
    }
    let nearest = NearestName.of(key.value, among: names)
    decoding.note(
      Diagnostic(
        .unknownKey, at: place, message, nearest: nearest,
        hint: nearest == nil ? "known keys: \(names.joined(separator: ", "))" : nil))
  }

  /// The key whose map has a key of this name, such as `options` for `timeout` in a request.
  private func map(around name: String) -> String? {
    let paths = SettingKey.allCases.map(\.field.path)
    return paths.first { $0.count == 2 && $0[1] == name && names.contains($0[0]) }?.first
  }

  private func checkPresence(in entries: [YAMLEntry], of node: YAMLNode, _ decoding: inout Decoding) {
    guard isChoice || !required.isEmpty else { return }
    let given = entries.map { FormerKey.today(for: $0.key.value, in: names) ?? $0.key.value }
    for key in required.lazy.map({ keys[$0] }) where !given.contains(key.property.name) {
      decoding.note(
        Diagnostic(
          .missingKey, at: node.place.front, "\(title) has no “\(key.property.name)”",
          hint: "\(key.property.name): \(key.property.expected)"))
    }
    if isChoice { checkChoice(given, entries: entries, of: node, &decoding) }
  }

  private func checkChoice(
    _ given: [String], entries: [YAMLEntry], of node: YAMLNode, _ decoding: inout Decoding
  ) {
    let chosen = entries.filter { names.contains($0.key.value) }
    if given.isEmpty {
      decoding.note(
        Diagnostic(.missingKey, at: node.place.front, "\(title) is empty; expected \(names.alternatives)"))
    }
    for extra in chosen.dropFirst() {
      guard let place = extra.key.place else { continue }
      decoding.note(
        Diagnostic(
          .conflict, at: place, "\(title) already has “\(chosen[0].key.value)”; expected one of \(names.alternatives)"))
    }
  }
}

extension SourcePlace {
  /// Its first byte, for what is missing in a large value.
  package var front: SourcePlace {
    SourcePlace(file: file, line: line, column: column, range: range.lowerBound..<range.lowerBound)
  }
}
