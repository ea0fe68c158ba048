/// One line of a tree, in the order in which a fully open tree shows them.
package struct TreeItem<ID: Hashable & Sendable>: Hashable, Sendable {
  package let id: ID
  /// 0 for a root; a child is one deeper than its parent, which stands before it.
  package let depth: Int
  package let isBranch: Bool
  /// What a filter searches.
  package let text: String
  /// The text in small letters, in UTF-8: a filter is tried on every item at every key.
  let folded: [UInt8]

  package init(_ id: ID, depth: Int, isBranch: Bool = false, text: String) {
    self.id = id
    self.depth = depth
    self.isBranch = isBranch
    self.text = text
    folded = Array(text.lowercased().utf8)
  }
}

/// A tree as a list of those items whose ancestors are all open.
package struct TreeState<ID: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var items: [TreeItem<ID>] = []
  package private(set) var list = ListState()
  package private(set) var collapsed: Set<ID> = []
  /// Words that must all stand in an item's text. Its ancestors are shown with it, open.
  package private(set) var filter = ""
  /// Places in `items` of the visible ones.
  private var visible: [Int] = []

  package init(_ items: [TreeItem<ID>] = [], collapsed: Set<ID> = []) {
    self.collapsed = collapsed
    update(items)
  }

  /// The visible items.
  package var rows: [TreeItem<ID>] { visible.map { items[$0] } }
  package var count: Int { visible.count }
  package var selected: TreeItem<ID>? { list.selected.map { row($0) } }

  package func row(_ index: Int) -> TreeItem<ID> { items[visible[index]] }

  package func isExpanded(_ item: TreeItem<ID>) -> Bool {
    item.isBranch && (!filter.isEmpty || !collapsed.contains(item.id))
  }

  /// Takes new items; the selection stays on its item, or where that was.
  package mutating func update(_ items: [TreeItem<ID>]) {
    let selected = selected?.id
    self.items = items
    refresh(selecting: selected)
  }

  package mutating func setFilter(_ filter: String) {
    let selected = selected?.id
    self.filter = filter
    refresh(selecting: selected)
  }

  package mutating func fit(height: Int) { list.fit(height: height) }

  /// Selects an item, opening what it lies in.
  package mutating func select(_ id: ID) {
    guard let place = items.firstIndex(where: { $0.id == id }) else { return }
    for ancestor in ancestors(of: place) { collapsed.remove(items[ancestor].id) }
    refresh(selecting: id)
  }

  package mutating func setExpanded(_ id: ID, _ isExpanded: Bool) {
    if isExpanded { collapsed.remove(id) } else { collapsed.insert(id) }
    refresh(selecting: selected?.id)
  }

  package mutating func collapseAll() {
    collapsed = Set(items.filter(\.isBranch).map(\.id))
    refresh(selecting: selected?.id)
  }

  package mutating func expandAll() {
    collapsed = []
    refresh(selecting: selected?.id)
  }
}

extension TreeState {
  private mutating func refresh(selecting id: ID?) {
    visible = filter.isEmpty ? openItems() : matchingItems()
    let place = id.flatMap { id in visible.firstIndex { items[$0].id == id } } ?? visiblePlace(of: id)
    list.update(count: visible.count)
    list.select(place ?? list.selection)
  }

  /// The row nearest above an item that is not visible any more.
  private func visiblePlace(of id: ID?) -> Int? {
    guard let id, let item = items.firstIndex(where: { $0.id == id }) else { return nil }
    return visible.lastIndex { $0 <= item }
  }

  private func openItems() -> [Int] {
    var closedDepth = Int.max
    return items.indices.filter { index in
      let item = items[index]
      if item.depth > closedDepth { return false }
      closedDepth = item.isBranch && collapsed.contains(item.id) ? item.depth : .max
      return true
    }
  }

  private func matchingItems() -> [Int] {
    let words = filter.lowercased().split(separator: " ").map { Array($0.utf8) }
    var shown = Set<Int>()
    var path: [Int] = []
    for (index, item) in items.enumerated() {
      while let last = path.last, items[last].depth >= item.depth { path.removeLast() }
      if words.allSatisfy({ item.folded.holds($0) }) { shown.formUnion(path + [index]) }
      path.append(index)
    }
    return shown.sorted()
  }

  private func ancestors(of place: Int) -> [Int] {
    var depth = items[place].depth
    return (0..<place).reversed().filter { index in
      guard items[index].depth < depth else { return false }
      depth = items[index].depth
      return true
    }
  }
}

extension TreeState {
  package mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .right, .character("l"): return open()
    case .left, .character("h"): return close()
    case .enter where selected?.isBranch == true: return toggle()
    default: return list.handle(key)
    }
  }

  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    let outcome = list.handle(mouse, in: rect)
    return outcome == .activated && selected?.isBranch == true ? toggle() : outcome
  }

  /// Opens a branch, or steps into one that is open.
  private mutating func open() -> Outcome {
    guard let item = selected, item.isBranch else { return .ignored }
    if isExpanded(item) { list.move(by: 1) } else { setExpanded(item.id, true) }
    return .handled
  }

  /// Closes a branch, or steps out to the parent.
  private mutating func close() -> Outcome {
    guard let item = selected, let row = list.selected else { return .ignored }
    if isExpanded(item), filter.isEmpty {
      setExpanded(item.id, false)
    } else if let parent = ancestors(of: visible[row]).first, let target = visible.firstIndex(of: parent) {
      list.select(target)
    }
    return .handled
  }

  private mutating func toggle() -> Outcome {
    guard let item = selected else { return .ignored }
    setExpanded(item.id, collapsed.contains(item.id))
    return .handled
  }
}

extension [UInt8] {
  fileprivate func holds(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    return withUnsafeBufferPointer { text in
      var start = 0
      while start + word.count <= text.count {
        if text[start] == first, text[start..<(start + word.count)].elementsEqual(word) { return true }
        start += 1
      }
      return false
    }
  }
}
