internal import ParleyEngine
package import ParleyFiles

/// Changes what a file says, and leaves every other byte as it is. The result is read again: when anything else would have
/// changed, there is none.
package struct DefinitionPatch<Definition: Sendable & Equatable> {
  let form: Form<Definition>
  let source: SourceText
  /// The definition that an empty file stands for.
  let blank: Definition
  /// The definition in the file.
  package let before: Definition

  package init(_ form: Form<Definition>, of source: SourceText, blank: Definition) {
    self.form = form
    self.source = source
    self.blank = blank
    before = form.read(source).value ?? blank
  }

  /// The file's bytes after an edit.
  package func bytes(saying after: Definition) throws(SaveError) -> [UInt8] {
    try bytes(saying: after, losingComments: false)
  }

  /// The same where that cannot be: comments go with what is written again, and where even that is not enough, all that is not
  /// said by the definition.
  func bytesWrittenAnew(saying after: Definition) throws(SaveError) -> [UInt8] {
    if let bytes = try? bytes(saying: after, losingComments: true) { return bytes }
    let empty = DefinitionPatch(form, of: SourceText(file: source.file, bytes: []), blank: blank)
    return try empty.bytes(saying: after)
  }

  private func bytes(saying after: Definition, losingComments: Bool) throws(SaveError) -> [UInt8] {
    let document = YAMLDocument.parse(source)
    guard document.root != nil || document.diagnostics.isEmpty else { throw .notReadable(file: source.file) }
    let (old, new) = (form.written(before), form.written(after))
    let entries = MapLayout(from: old, to: new, existing: document.root?.entries ?? []).entries
    var patch = YAMLPatch(layout: FileLayout(source, root: document.root), losingComments: losingComments)
    if let root = document.root {
      try patch.change(root, to: .mapping(entries, isFlow: false), isFlow: root.isFlow, indentation: 0)
    } else if !entries.isEmpty {
      patch.fill(with: entries)
    }
    guard let bytes = patch.edits.applied(to: source.bytes) else {
      throw .cannotBePatched("two changes are in the same place")
    }
    try check(bytes, against: after, changed: Set(form.names.filter { old[$0] != new[$0] }), document)
    return bytes
  }

  /// Reads the patched file again.
  private func check(
    _ bytes: [UInt8], against after: Definition, changed: Set<String>, _ before: YAMLDocument
  ) throws(SaveError) {
    let patched = SourceText(file: source.file, bytes: bytes)
    let known = Set(form.read(source).diagnostics.map(\.message))
    let result = form.read(patched)
    if let new = result.diagnostics.first(where: { $0.severity == .error && !known.contains($0.message) }) {
      throw .cannotBeWritten(new.sentence)
    }
    guard result.value ?? blank == after else { throw .cannotBePatched("the file would not have the meaning intended") }
    guard before.root.rest(without: changed) == YAMLDocument.parse(patched).root.rest(without: changed) else {
      throw .cannotBePatched("other keys would change")
    }
  }
}

extension YAMLNode? {
  /// The entries of all other keys, as texts that can be compared.
  fileprivate func rest(without keys: Set<String>) -> [String] {
    (self?.entries ?? []).filter { !keys.contains($0.key.value) }.map { "\($0.key.value): \($0.value.fingerprint)" }
  }
}

extension YAMLNode {
  /// The same for the same values, in whatever style they are written.
  fileprivate var fingerprint: String {
    switch content {
    case .scalar(let text, _): ScalarWriter.doubleQuoted(text)
    case .sequence(let items): "[\(items.map(\.fingerprint).joined(separator: ","))]"
    case .mapping(let entries):
      "{\(entries.map { ScalarWriter.doubleQuoted($0.key.value) + ":" + $0.value.fingerprint }.joined(separator: ","))}"
    }
  }
}

/// How a map is laid out in a file after some of its values changed: what did not change stays as it stands, in its order,
/// and so does what is not ours.
struct MapLayout {
  private let before: [ExactString: EncodedValue]
  private let after: [ExactString: EncodedValue]
  private let wanted: [EncodedValue.Entry]
  private let existing: [YAMLEntry]
  /// The names of all keys that are said before or after.
  private let known: [String]

  init(from before: EncodedValue, to after: EncodedValue, existing: [YAMLEntry]) {
    self.before = before.members
    self.after = after.members
    if case .map(let entries, _) = after { wanted = entries } else { wanted = [] }
    self.existing = existing
    known = self.before.keys.map(\.text) + wanted.map(\.key)
  }

  var entries: [YAMLValue.Entry] {
    let remaining = existing.compactMap(self.remaining)
    let standing = Set(names: existing.map { name(of: $0) })
    let places = Dictionary(wanted.enumerated().map { (ExactString($1.key), $0) }) { first, _ in first }
    // A new entry stands behind the last of those before it that is there.
    var new: [(place: Int, entry: EncodedValue.Entry)] = []
    let ranks = remaining.map { places[ExactString(name(of: $0.key))] }
    var last = LastPlaces(ranks)
    for (rank, entry) in wanted.enumerated() where isNew(entry, standing) {
      new.append((last.place(below: rank), entry))
    }
    var result: [YAMLValue.Entry] = []
    var added = new[...]
    for place in 0...remaining.count {
      while let next = added.first, next.place == place {
        result.append(.init(key: next.entry.key, value: YAMLValue(next.entry.value)))
        added = added.dropFirst()
      }
      if place < remaining.count { result.append(remaining[place]) }
    }
    return result
  }

  private func isNew(_ entry: EncodedValue.Entry, _ standing: Set<ExactString>) -> Bool {
    before[ExactString(entry.key)] != entry.value && !standing.contains(ExactString(entry.key))
  }

  private func remaining(_ entry: YAMLEntry) -> YAMLValue.Entry? {
    let name = name(of: entry)
    let old = before[ExactString(name)]
    let new = after[ExactString(name)]
    if old == new { return .init(key: entry.key.value, value: .kept(entry.value)) }
    return (new ?? old?.emptied).flatMap { Self.value(from: old, to: $0, existing: entry.value) }
      .map { .init(key: name, value: $0) }
  }

  private func name(of entry: YAMLEntry) -> String { name(of: entry.key.value) }

  /// The name of today of a key, where the file has it by a former one.
  private func name(of key: String) -> String {
    FormerKey.today(for: key, in: known) ?? key
  }

  /// `nil` where a map would be left without entries.
  private static func value(from before: EncodedValue?, to after: EncodedValue, existing: YAMLNode) -> YAMLValue? {
    switch (before, after) {
    case (let before?, .map) where existing.entries != nil && before.isMap:
      let entries = MapLayout(from: before, to: after, existing: existing.entries ?? []).entries
      return entries.isEmpty ? nil : .mapping(entries, isFlow: existing.isFlow)
    // One that may be a list, and is written as none.
    case (.list?, .list(let items)) where items.count == 1 && existing.text != nil && !existing.isAbsent:
      return YAMLValue(items[0])
    case (_, .rows(let rows)):
      return RowLayout(rows, existing: existing).value
    default:
      return YAMLValue(after)
    }
  }
}

/// Finds the place behind the last entry of a map that is wanted before another one. Ranks are asked for in their order.
private struct LastPlaces {
  /// The rank of each entry, and its place in the map; by rank.
  private var ranked: ArraySlice<(rank: Int, place: Int)>
  private var last = 0

  init(_ ranks: [Int?]) {
    ranked =
      ranks.enumerated().compactMap { place, rank in rank.map { (rank: $0, place: place + 1) } }
      .sorted { $0.rank < $1.rank }[...]
  }

  mutating func place(below rank: Int) -> Int {
    while let next = ranked.first, next.rank < rank {
      last = max(last, next.place)
      ranked = ranked.dropFirst()
    }
    return last
  }
}

extension EncodedValue {
  /// Of a map, by their names.
  fileprivate var members: [ExactString: EncodedValue] {
    guard case .map(let entries, _) = self else { return [:] }
    return Dictionary(entries.map { (ExactString($0.key), $0.value) }) { first, _ in first }
  }

  /// Of a map only what is not ours stays.
  fileprivate var emptied: EncodedValue? { isMap ? .map([], isFlow: true) : nil }

  fileprivate var isMap: Bool {
    if case .map = self { true } else { false }
  }
}

extension YAMLValue {
  /// Makes a value that is not in a file yet.
  package init(_ written: EncodedValue) {
    switch written {
    case .text(let text): self = .scalar(text)
    case .list(let items): self = .sequence(items.map(YAMLValue.init), isFlow: true)
    case .rows(let rows): self = RowLayout(rows, existing: nil).value
    case .map(let entries, let isFlow):
      self = .mapping(entries.map { .init(key: $0.key, value: YAMLValue($0.value)) }, isFlow: isFlow)
    }
  }
}
