import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The users of the key under the cursor, as a tree: below each the groups that contain it.
struct SharedUses: PaneView {
  /// Folds and unfolds.
  enum Fold: Sendable { case turn, open, close, all }

  private var all: [SharedPlace] = []
  private var folded: Set<String> = []
  /// The lines that are shown.
  private(set) var places: [SharedPlace] = [] {
    didSet { cursor.count = places.count }
  }
  /// Whether it has been looked up where the key is used.
  private var isKnown = false
  var cursor = ListCursor()

  var keyContexts: [KeyContext] { [.sharedUses, .shared] }

  var selected: SharedPlace? { places.indices.contains(cursor.selected) ? places[cursor.selected] : nil }

  /// - Parameter places: nil while they are not known, or if there is no key.
  mutating func show(_ places: [SharedPlace]?) {
    all = places ?? []
    isKnown = places != nil
    if places == nil { folded = [] }
    arrange()
  }

  private mutating func arrange() {
    var shown: [SharedPlace] = []
    var closed = Int.max
    for place in all where place.depth <= closed {
      shown.append(place)
      closed = folded.contains(place.identity) ? place.depth : .max
    }
    places = shown
  }

  mutating func resize(to size: Size) { cursor.height = size.height }

  func title(in context: ViewContext) -> PaneTitle {
    PaneTitle([Span("Used by", .title)], right: all.count > 1 ? [Span(all.count.grouped, .muted)] : "")
  }
}

// Folding.
extension SharedUses {
  mutating func fold(_ action: Fold) {
    guard let here = selected else { return }
    switch action {
    case .turn where isFolded(here), .open: folded.remove(here.identity)
    case .turn: if hasInner(here) { folded.insert(here.identity) }
    case .close:
      guard hasInner(here), !isFolded(here) else { return selectParent(of: here) }
      folded.insert(here.identity)
    case .all: folded = folded.isEmpty ? Set(all.filter(hasInner).map(\.identity)) : []
    }
    arrange()
    if let place = places.firstIndex(of: here) { cursor.select(place) }
  }

  private func isFolded(_ place: SharedPlace) -> Bool { folded.contains(place.identity) }

  private func hasInner(_ place: SharedPlace) -> Bool {
    guard let index = all.firstIndex(of: place), index + 1 < all.count else { return false }
    return all[index + 1].depth > place.depth
  }

  private mutating func selectParent(of place: SharedPlace) {
    let above = places[..<cursor.selected]
    if let parent = above.lastIndex(where: { $0.depth < place.depth }) { cursor.jump(to: parent) }
  }
}

extension SharedUses {
  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    if isKnown, places.isEmpty { frame.putHint("Not used in any file.", in: rect.inset(horizontal: 1)) }
    for line in cursor.visible where line - cursor.top < rect.height {
      let row = rect.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(row, style: Style(ground)) }
      draw(places[line], into: &frame, row.inset(horizontal: 1), ground, context.now)
    }
  }

  private func draw(
    _ place: SharedPlace, into frame: inout Frame, _ row: Rect, _ ground: Role?, _ now: Timestamp
  ) {
    let row = row.inset(left: min(2 * place.depth, row.width / 2))
    let fold: StyledText = [Span(hasInner(place) ? isFolded(place) ? "▸ " : "▾ " : "  ", .muted)]
    let used = frame.put(fold + place.sign, at: row.origin, maxWidth: row.width, on: ground)
    let words = frame.put(
      place.title.fitted(to: row.width - used), at: row.origin.moved(right: used), style: Style(.text, on: ground))
    let rest = row.inset(left: used + words + 1)
    frame.put(place.facts(now: now), at: rest.origin, maxWidth: max(0, rest.width), on: ground)
  }
}

extension SharedPlace {
  /// Tells it from the other lines of the tree, whatever was sent meanwhile.
  fileprivate var identity: String { "\(depth) \(kind) \(title) \(file):\(line)" }

  var sign: StyledText {
    switch kind {
    case .captures, .sets: [Span("→ ", .accent)]
    case .reads: [Span("← ", .info)]
    case .contains: [Span("in ", .muted)]
    }
  }

  /// Such as `user/login`, `checkout · pay` or a file.
  var title: String {
    if let request { return request.description }
    guard let group else { return file }
    return step.map { "\(group) · \($0)" } ?? group
  }

  func facts(now: Timestamp) -> StyledText {
    var facts: StyledText = [Span("line \(line)", .muted)]
    if let newest {
      facts.append("  \(newest.words) ", Style(newest.hasFailed ? .failure : .muted))
      facts.append(newest.at.shortClock(now: now), .muted)
    }
    return facts
  }
}
