internal import ParleyEngine
internal import ParleyFiles

/// Brings the changes of a description into a request that a person may have changed too: what they changed stays, key by key, and
/// in parameters and headers row by row.
///
///     base     as it was imported
///     theirs   as it would be imported now
///     mine     as it is in the file
struct DefinitionMerge {
  /// Keys that are changed, each with what it is: `query +limit -offset`.
  private(set) var changed: [String] = []
  /// Keys that the description changed, and that stay because a person changed them too.
  private(set) var kept: [String] = []
  @CopyOnWrite private(set) var result: RequestDefinition

  private static let rows: [(key: String, path: any WritableKeyPath<RequestDefinition, [Row]> & Sendable)] = [
    ("path", \.path), ("query", \.query), ("headers", \.headers),
  ]

  init(base: RequestDefinition, theirs: RequestDefinition, mine: RequestDefinition) {
    result = mine
    for key in RequestDefinition.form.keys where key.write(base) != key.write(theirs) {
      let name = key.property.name
      if let rows = Self.rows.first(where: { $0.key == name }) {
        mergeRows(name, base[keyPath: rows.path], theirs[keyPath: rows.path], at: rows.path)
      } else if key.write(mine) == key.write(base) {
        key.copy(theirs, &result)
        changed.append(name)
      } else if key.write(mine) != key.write(theirs) {
        kept.append(name)
      }
    }
  }

  mutating func mergeRows(
    _ key: String, _ base: [Row], _ theirs: [Row], at path: WritableKeyPath<RequestDefinition, [Row]>
  ) {
    var words: [String] = []
    for name in Self.names(base + theirs) {
      let (before, after) = (base.filter { $0.name == name }, theirs.filter { $0.name == name })
      guard before != after else { continue }
      let mine = result[keyPath: path].filter { $0.name == name }
      if mine == after { continue }
      guard mine == before else {
        kept.append("\(key) \(name)")
        continue
      }
      words.append((before.isEmpty ? "+" : after.isEmpty ? "-" : "~") + name)
      replace(name, with: after, at: path)
    }
    if !words.isEmpty { changed.append(([key] + words).joined(separator: " ")) }
  }

  /// In the place of the first that goes, or behind the last.
  private mutating func replace(_ name: String, with rows: [Row], at path: WritableKeyPath<RequestDefinition, [Row]>) {
    let place = result[keyPath: path].firstIndex { $0.name == name } ?? result[keyPath: path].count
    result[keyPath: path].removeAll { $0.name == name }
    result[keyPath: path].insert(contentsOf: rows, at: min(place, result[keyPath: path].count))
  }

  private static func names(_ rows: [Row]) -> [String] {
    rows.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
  }
}
