package import ParleyEngine
package import ParleyModel
package import WorkbenchParts
package import WorkbenchServices

/// The items marked to become a group, and the group being made of them.
package struct Chains: Hashable, Sendable {
  /// In the order in which they were marked.
  package private(set) var marks: [ChainItem] = []
  package var draft: ChainDraft?

  package init() {}

  package mutating func toggle(_ item: ChainItem) {
    if let place = marks.firstIndex(of: item) { marks.remove(at: place) } else { marks.append(item) }
  }

  /// Marks all of these, or unmarks them if all are marked.
  /// - Returns: whether they are marked now.
  mutating func toggle(_ items: [ChainItem]) -> Bool {
    guard Set(items).isSubset(of: marks) else {
      mark(items)
      return true
    }
    marks.removeAll(where: Set(items).contains)
    return false
  }

  /// Marks all of these that are not marked yet.
  package mutating func mark(_ items: [ChainItem]) {
    let known = Set(marks)
    marks += items.filter { !known.contains($0) }
  }

  package mutating func clear() { marks = [] }

  package mutating func unmark(_ requests: [RequestID]) {
    let gone = Set(requests.map(ChainItem.request))
    marks.removeAll(where: gone.contains)
  }

  package mutating func remove(_ exchanges: [ExchangeID]) {
    let gone = Set(exchanges)
    marks.removeAll { mark in
      if case .exchange(let id) = mark { gone.contains(id) } else { false }
    }
  }
}

extension Chains {
  /// The effects that offer the draft anew, after its steps have changed.
  package var renewal: [Effect] { draft.map { [.perform(ChainEffect.renew($0.items))] } ?? [] }
}

/// A group that is being made of what happened: its steps in order, and the links that are taken.
package struct ChainDraft: Hashable, Sendable {
  enum Row: Hashable, Sendable {
    case step(Int)
    /// By its place in `offer.links`.
    case link(Int)
    /// By its place in `offer.changes`.
    case change(Int)
  }

  /// In the order of the group, those that are left out too.
  private(set) var steps: [ChainOffer.Step]
  /// Of the steps that are not left out.
  package private(set) var offer: ChainOffer
  private(set) var leftOut: Set<ChainItem> = []
  /// The person's choices about links that are not those offered.
  private var choices: [ChainOffer.LinkID: Bool] = [:]
  /// Changes that the person leaves.
  private var leftChanges: Set<ChainOffer.ChangeID> = []
  /// Lines of the log that it is made of, which are marked no longer when it is made.
  let entries: [LogEntry.ID]
  let refusals: [String]
  package var cursor = ListCursor()

  package init(_ offer: ChainOffer, entries: [LogEntry.ID] = []) {
    self.offer = offer
    self.entries = entries
    (steps, refusals) = (offer.steps, offer.refusals)
    cursor.count = rows.count
  }

  /// Each step, and below it the values it took from steps before it and its own changes.
  var rows: [Row] {
    steps.indices.flatMap { index -> [Row] in
      let item = steps[index].item
      return [.step(index)] + offer.links.indices.filter { offer.links[$0].id.target == item }.map(Row.link)
        + offer.changes.indices.filter { offer.changes[$0].id.item == item }.map(Row.change)
    }
  }

  var selected: Row? {
    let rows = rows
    return rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The steps of the group.
  var items: [ChainItem] { steps.map(\.item).filter { !leftOut.contains($0) } }

  func isTaken(_ link: ChainOffer.Link) -> Bool {
    link.state == .possible && choices[link.id] ?? link.isStrong
  }

  var taken: Set<ChainOffer.LinkID> { Set(offer.links.filter(isTaken).map(\.id)) }

  func isTaken(_ change: ChainOffer.Change) -> Bool { change.obstacle == nil && !leftChanges.contains(change.id) }

  var carried: Set<ChainOffer.ChangeID> { Set(offer.changes.filter(isTaken).map(\.id)) }

  /// The requests that are made with the group.
  var newRequests: [RequestID] {
    offer.steps.filter(\.isNew).map(\.request).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Takes or leaves what the cursor is on.
  /// - Returns: whether there are other steps than before.
  package mutating func toggle() -> Bool {
    switch selected {
    case .step(let index):
      let item = steps[index].item
      if leftOut.remove(item) == nil { leftOut.insert(item) }
      return true
    case .link(let index):
      let link = offer.links[index]
      if link.state == .possible { choices[link.id] = !isTaken(link) }
      return false
    case .change(let index):
      let change = offer.changes[index]
      if change.obstacle == nil, leftChanges.remove(change.id) == nil { leftChanges.insert(change.id) }
      return false
    case nil: return false
    }
  }

  /// Moves the step under the cursor, or the one that the link under it belongs to.
  /// - Returns: whether it has moved.
  mutating func shift(by distance: Int) -> Bool {
    guard let index = stepUnderCursor, steps.indices.contains(index + distance) else { return false }
    steps.swapAt(index, index + distance)
    follow(.step(index + distance))
    return true
  }

  private var stepUnderCursor: Int? {
    switch selected {
    case .step(let index): index
    case .link(let index): steps.firstIndex { $0.item == offer.links[index].id.target }
    case .change(let index): steps.firstIndex { $0.item == offer.changes[index].id.item }
    case nil: nil
    }
  }

  /// Takes over the offer for the current steps.
  package mutating func take(_ offer: ChainOffer) {
    // What comes for steps that are others by now is followed by what is wanted.
    guard offer.steps.map(\.item) == items else { return }
    let index = stepUnderCursor
    self.offer = offer
    if case .step? = selected, let index { return follow(.step(index)) }
    cursor.count = rows.count
  }

  private mutating func follow(_ row: Row) {
    let rows = rows
    cursor.count = rows.count
    if let place = rows.firstIndex(of: row) { cursor.select(place) }
  }
}
