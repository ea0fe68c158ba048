/// What a request's file should say after an edit: what it said, but for the keys whose values changed.
struct RequestPatch {
  private let before: Written
  private let after: Written
  private let root: YAMLNode?

  init(from before: RequestDefinition, to after: RequestDefinition, root: YAMLNode?) {
    self.before = RequestDefinition.form.written(before)
    self.after = RequestDefinition.form.written(after)
    self.root = root
  }

  /// The keys whose values change.
  var changedKeys: Set<String> { Set(RequestDefinition.form.names.filter { before[$0] != after[$0] }) }

  /// All keys in the order they should stand.
  var entries: [YAMLValue.Entry] {
    MapLayout(from: before, to: after, existing: root?.entries ?? []).entries
  }
}

/// How a map is laid out in a file after some of its values changed: what did not change stays as it stands, in its order,
/// and so does what is not ours.
struct MapLayout {
  private let before: Written
  private let after: Written
  private let existing: [YAMLEntry]

  init(from before: Written, to after: Written, existing: [YAMLEntry]) {
    self.before = before
    self.after = after
    self.existing = existing
  }

  var entries: [YAMLValue.Entry] {
    guard case .map(let wanted, _) = after else { return [] }
    var result = existing.compactMap(remaining)
    for entry in wanted where isNew(entry) {
      let earlier = Set(wanted.map(\.key).prefix { $0 != entry.key })
      let position = result.lastIndex { earlier.contains($0.key) }.map { $0 + 1 } ?? 0
      result.insert(.init(key: entry.key, value: YAMLValue(entry.value)), at: position)
    }
    return result
  }

  private func isNew(_ entry: Written.Entry) -> Bool {
    before[entry.key] != entry.value && !existing.contains { $0.key.value == entry.key }
  }

  private func remaining(_ entry: YAMLEntry) -> YAMLValue.Entry? {
    let old = before[entry.key.value]
    let new = after[entry.key.value]
    if old == new { return .init(key: entry.key.value, value: .kept(entry.value)) }
    return (new ?? old?.emptied).flatMap { Self.value(from: old, to: $0, existing: entry.value) }
      .map { .init(key: entry.key.value, value: $0) }
  }

  /// `nil` where a map would be left without entries.
  private static func value(from before: Written?, to after: Written, existing: YAMLNode) -> YAMLValue? {
    switch (before, after) {
    case (let before?, .map) where existing.entries != nil && before.isMap:
      let entries = MapLayout(from: before, to: after, existing: existing.entries ?? []).entries
      return entries.isEmpty ? nil : .mapping(entries, isFlow: existing.isFlow)
    case (_, .rows(let rows)):
      return RowLayout(rows, existing: existing).value
    default:
      return YAMLValue(after)
    }
  }
}

extension Written {
  /// Of a map only what is not ours stays.
  fileprivate var emptied: Written? { isMap ? .map([], isFlow: true) : nil }

  fileprivate var isMap: Bool {
    if case .map = self { true } else { false }
  }
}

extension YAMLValue {
  /// What stands nowhere yet.
  init(_ written: Written) {
    switch written {
    case .text(let text): self = .scalar(text)
    case .list(let items): self = .sequence(items.map(YAMLValue.init), isFlow: true)
    case .rows(let rows): self = RowLayout(rows, existing: nil).value
    case .map(let entries, let isFlow):
      self = .mapping(entries.map { .init(key: $0.key, value: YAMLValue($0.value)) }, isFlow: isFlow)
    }
  }
}
