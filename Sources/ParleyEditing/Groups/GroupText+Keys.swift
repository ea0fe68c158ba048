package import ParleyEngine
package import ParleyFiles

/// A key of a step as it stands in a text, whether it could be understood or not.
package struct WrittenKey: Sendable {
  package let name: String
  /// Nil for a list or a map.
  package let text: String?
  private let range: Range<Int>
  /// Of a list its items, of a map its entries.
  package let parts: [Range<Int>]

  fileprivate init(_ entry: YAMLEntry) {
    let value = entry.value
    name = entry.key.value
    text = value.text
    let start = (entry.key.place ?? value.place).range.lowerBound
    range = start..<max(start, value.place.range.upperBound)
    parts =
      value.items?.map(\.place.range)
      ?? value.entries?.map { ($0.key.place ?? $0.value.place).range.lowerBound..<$0.value.place.range.upperBound }
      ?? []
  }

  package func covers(_ place: SourcePlace) -> Bool { range.contains(place.range.lowerBound) }
}

extension GroupText {
  /// The keys of a step, or of the group itself at the root, without those that hold steps.
  package func keys(at path: NodePath) -> [WrittenKey] {
    let node = path == .root ? document.root : (try? step(at: path))?.node
    let entries = (node?.entries ?? []).filter { !["serial", "concurrent"].contains($0.key.value) }
    return entries.map(WrittenKey.init)
  }

  /// Lets the group say something else of itself: the keys that change are written, all else stays as it is. Its steps are not
  /// changed so.
  package func replacingGroup(by group: GroupDefinition) throws(GroupEditError) -> GroupEdit {
    try checkChangeable()
    let before = definition.value ?? GroupDefinition()
    var after = group
    (after.list.serial, after.list.concurrent) = (before.list.serial, before.list.concurrent)
    let (old, new) = (GroupDefinition.form.written(before), GroupDefinition.form.written(after))
    guard old != new else { return GroupEdit(text: self, paths: [.root]) }
    guard let root = document.root else { throw .cannotBeKept("the file is empty") }
    let value = YAMLValue.mapping(
      MapLayout(from: old, to: new, existing: root.entries ?? []).entries, isFlow: root.isFlow)
    var patch = YAMLPatch(layout: layout)
    try patching { () throws(SaveError) in try patch.change(root, to: value, isFlow: root.isFlow, indentation: 0) }
    return GroupEdit(text: try applying(patch.edits, expected: value), paths: [.root])
  }
}
