internal import ParleyEngine
import ParleyFiles
import ParleyText

/// How rows are written in a file: as a map, or as a list of maps where a name comes again between others.
struct RowLayout {
  private let rows: [EncodedValue.Entry]
  private let existing: YAMLNode?

  /// - Parameter existing: the node in the file, whose form is kept if it can express the rows; nil if there is none.
  init(_ rows: [EncodedValue.Entry], existing: YAMLNode?) {
    self.rows = rows
    self.existing = existing
  }

  var value: YAMLValue {
    if existing?.items == nil, let map { return map }
    return list
  }

  // MARK: As a map

  /// `nil` when rows of one name do not stand together.
  private var map: YAMLValue? {
    let groups = rows.chunked { $0.key.isIdentical(to: $1.key) }
    guard Set(names: groups.map { $0[0].key }).count == groups.count else { return nil }
    let entries = groups.map { group in
      entry(group, isList: group.count > 1 || existing?[group[0].key]?.items != nil)
    }
    return .mapping(entries, isFlow: existing?.isFlow == true)
  }

  private func entry(_ group: [EncodedValue.Entry], isList: Bool) -> YAMLValue.Entry {
    let values = group.map { YAMLValue($0.value) }
    return .init(key: group[0].key, value: isList ? .sequence(values, isFlow: true) : values[0])
  }

  // MARK: As a list

  /// A row of the file: in which item, under which key.
  private struct Slot {
    let name: String
    let value: YAMLNode
    let item: Int
    let key: Int
    let isInList: Bool

    func shares(_ other: Slot?) -> Bool { other.map { $0.item == item && $0.key == key && isInList } == true }

    func says(_ row: EncodedValue.Entry) -> Bool {
      name.isIdentical(to: row.key) && YAMLValue(row.value).isSaid(by: value)
    }
  }

  private var list: YAMLValue {
    let pairs = zip(rows, matchedSlots).map { (row: $0, slot: $1) }
    let items = pairs.chunked { left, right in
      left.slot != nil && left.slot?.item == right.slot?.item
        && (!left.row.key.isIdentical(to: right.row.key) || right.slot?.shares(left.slot) == true)
    }
    let isFlow = existing?.items != nil && existing?.isFlow == true
    return .sequence(items.map(item), isFlow: isFlow)
  }

  private func item(_ pairs: [(row: EncodedValue.Entry, slot: Slot?)]) -> YAMLValue {
    let groups = pairs.chunked { $0.row.key.isIdentical(to: $1.row.key) }
    let entries = groups.map { group in
      entry(group.map(\.row), isList: group.count > 1 || group[0].slot?.isInList == true)
    }
    let old = pairs[0].slot.flatMap { existing?.items?[$0.item] } ?? existing?.items?.first
    return .mapping(entries, isFlow: old?.isFlow == true || entries.count > 1 && old == nil)
  }

  /// For each row the place in the file that it has, or takes.
  private var matchedSlots: [Slot?] {
    let slots = self.slots
    var matched = [Slot?](repeating: nil, count: rows.count)
    let steps = Alignment.steps(oldCount: slots.count, newCount: rows.count) { slots[$0].says(rows[$1]) }
    for step in steps {
      switch step {
      case .keep(let old, let new), .change(let old, let new): matched[new] = slots[old]
      case .delete, .insert: break
      }
    }
    return matched
  }

  private var slots: [Slot] {
    (existing?.items ?? []).enumerated().flatMap { item, node in
      (node.entries ?? []).enumerated().flatMap { key, entry in
        (entry.value.items ?? [entry.value]).map { value in
          Slot(name: entry.key.value, value: value, item: item, key: key, isInList: entry.value.items != nil)
        }
      }
    }
  }
}
