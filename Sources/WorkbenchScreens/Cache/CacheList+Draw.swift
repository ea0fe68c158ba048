import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension CacheList: PaneView {
  static var keyContextSets: [[KeyContext]] {
    let browsing = KeyContext.around(isTyping: false)
    return [
      [.cache] + browsing, [.cacheRow, .cache] + browsing, [.cacheBranch, .cache] + browsing,
      [.cacheFilter] + KeyContext.around(isTyping: true),
      [.cacheCompletion, .cacheFilter] + KeyContext.around(isTyping: true),
    ]
  }

  var keyContexts: [KeyContext] {
    if isFiltering { return completion == nil ? [.cacheFilter] : [.cacheCompletion, .cacheFilter] }
    return switch here {
    case .entry: [.cacheRow, .cache]
    case .branch: [.cacheBranch, .cache]
    case nil: [.cache]
    }
  }

  var isTyping: Bool { isFiltering }

  func title(in context: ViewContext) -> PaneTitle {
    var left: StyledText = [Span("Cache", .title)]
    if let environment = context.workspace.environment {
      let style = context.workspace.environments.first { $0.name.isIdentical(to: environment) }?.style ?? .text
      left.append(" ▸ ", .muted)
      left.append(environment.fitted(to: 24), style)
    }
    if let moment { left.append("  \(moment.words)", Style(.mark)) }
    if let work { return PaneTitle(left, right: work.text) }
    let marks: StyledText = marked.isEmpty ? "" : [Span("◆ \(marked.count.grouped) marked  ", .accent)]
    let count = window.totals.count.counted("entry", "entries")
    let words = "\(arrangementWords)\(count), \(ByteCount.text(window.totals.size))"
    return PaneTitle(left, right: marks + StyledText(words, .muted))
  }

  /// The arrangement of the list, as far as it is not the default.
  private var arrangementWords: String {
    let sorted = sort == CacheSort() ? "" : "by \(sort.field.rawValue) · "
    return isTree ? "tree · \(sorted)" : sorted
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    drawLines(into: &frame, area, isFocused: isFocused && !isFiltering, moment?.time ?? context.now)
    guard isFiltering, let completion, let cursor = frame.cursor else { return }
    completion.draw(into: &frame, within: rect, below: cursor)
  }

  private func drawLines(into frame: inout Frame, _ area: Rect, isFocused: Bool, _ now: Timestamp) {
    CacheColumns(area.row(0), filled).drawHead(into: &frame, sort, isPast: moment != nil)
    let lines = area.inset(top: Self.headLines)
    guard window.total > 0 else { return drawEmpty(into: &frame, lines) }
    let queries = queriesInView
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(line, among: queries, into: &frame, lines.row(line - cursor.top), isFocused: isFocused, now)
    }
  }

  private var queriesInView: CacheQueries {
    CacheQueries(
      cursor.visible.compactMap {
        if case .entry(let listing, nil, _) = line(at: $0) { listing.label.url } else { nil }
      })
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard hasLoaded, !area.isEmpty else { return }
    let empty =
      moment == nil
      ? "Empty. Response headers, or cache: { ttl: 60s }, let responses be cached."
      : "Nothing had been stored by then, as far as it is known."
    let words = input.text.isEmpty ? empty : "No entry matches.\(freshnessHint)"
    frame.putHint(words, in: area.inset(left: 3, right: 1))
  }

  /// A state is no text of an entry; and of two states that are easily taken for each other, the wider one.
  private var freshnessHint: String {
    let words = FilterWord.all(of: input.text).map { $0.text.lowercased() }
    if let state = words.first(where: CacheEntryFilter.states.contains) { return " is:\(state) finds by state." }
    return filter.asks(for: .stale) ? " is:expired also finds the entries that x expired." : ""
  }

  private func draw(
    _ line: Int, among queries: CacheQueries, into frame: inout Frame, _ row: Rect, isFocused: Bool, _ now: Timestamp
  ) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    let columns = CacheColumns(row, filled)
    switch self.line(at: line) {
    case .entry(let listing, let name, let depth):
      let cells = columns.cells(
        of: listing, called: name, depth: depth, among: queries, isMarked: marked.contains(listing.id), at: now,
        later: window.later[listing.id])
      for (text, style, rect) in cells where rect.width > 0 {
        frame.put(text.fitted(to: rect.width), at: rect.origin, style: style.on(ground), maxWidth: rect.width)
      }
    case .branch(let prefix, let name, let totals, let depth):
      let place = columns.name(at: depth, hasMethod: false)
      let text: StyledText = [
        Span(tree.isUnfolded(prefix) ? "▾ " : "▸ ", .muted), Span(name, .text, .bold),
        Span("  \(totals.count.grouped)", .muted),
      ]
      frame.put(text, at: place.origin, maxWidth: place.width, on: ground)
      for (text, style, rect) in columns.cells(of: totals) where rect.width > 0 {
        frame.put(text.fitted(to: rect.width), at: rect.origin, style: style.on(ground), maxWidth: rect.width)
      }
    case nil: frame.put("…", at: columns.address.origin, style: Style.muted.on(ground))
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    let note = isFiltering ? Self.help : ""
    ListFilterLine(input: input, problem: filter.problems.first, note: note, isTyping: isFiltering).draw(
      into: &frame, row)
  }

  private static let help = "any text  is:expired  origin:api  status:5xx  type:json  size>10k  age>1h  -not"
}

/// The columns of the list: those without room are left out, the least important first; so are those that say nothing in any line.
struct CacheColumns {
  /// The columns that not every cache fills.
  struct Filled: Hashable {
    var models = false
    var groups = false

    init(_ lines: [CacheLine] = []) {
      for listing in lines.lazy.compactMap(\.listing) {
        models = models || listing.label.model != nil
        groups = groups || listing.group != nil || listing.credentials != nil
      }
    }
  }

  let mark: Rect, method: Rect, address: Rect, model: Rect, group: Rect, age: Rect, state: Rect, size: Rect, rate: Rect

  init(_ row: Rect, _ filled: Filled) {
    let width = row.width
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .fixed(width >= 40 ? MethodStyle.columns : 0), .weight(3), .weight(width >= 100 && filled.models ? 1 : 0),
      .fixed(width >= 90 && filled.groups ? 8 : 0), .fixed(width >= 60 ? 7 : 0),
      .fixed(width >= 90 ? 18 : width >= 50 ? 15 : 0),
      .fixed(width >= 70 ? 8 : 0), .fixed(width >= 100 ? 10 : width >= 76 ? 5 : 0), gap: 1)
    (method, address, model, group) = (parts[0], parts[1], parts[2], parts[3])
    (age, state, size, rate) = (parts[4], parts[5], parts[6], parts[7])
  }

  /// The column that the entries are sorted by has an arrow.
  func drawHead(into frame: inout Frame, _ sort: CacheSort, isPast: Bool) {
    for (name, field, rect) in heads(isPast: isPast) {
      let isSorted = field == sort.field && sort != CacheSort()
      let arrow = isSorted ? name.count + 2 > rect.width ? sort.arrow : " \(sort.arrow)" : ""
      let words = name + arrow
      let text =
        switch field {
        case .age: agePadded(words)
        case .size: words.leftPadded(to: rect.width)
        default: words
        }
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: .muted)
    }
  }

  private func heads(isPast: Bool) -> [(String, CacheSort.Field?, Rect)] {
    [
      (address.width < 36 ? "path" : "origin and path", .name, address), ("model", nil, model), ("group", nil, group),
      ("age", .age, age),
      ("freshness", .expiry, state), ("size", .size, size),
      isPast ? ("since", nil, rate) : (rate.width < 8 ? "hits" : "hit rate", .hits, rate),
    ]
  }

  /// The order by which the column there is sorted; nil for one that cannot be.
  func field(at x: Int) -> CacheSort.Field? {
    heads(isPast: false).first { $0.2.x <= x && x < $0.2.maxX }?.1
  }

  /// The area of the name on a line of the tree.
  func name(at depth: Int, hasMethod: Bool) -> Rect {
    let first = hasMethod ? address : Rect(x: method.x, y: method.y, width: address.maxX - method.x, height: 1)
    return first.inset(left: min(2 * depth, max(0, first.width - 1)))
  }

  func cells(
    of listing: CacheListing, called name: String?, depth: Int, among queries: CacheQueries = CacheQueries([]),
    isMarked: Bool, at now: Timestamp, later: CacheEntryLater? = nil
  ) -> [(String, Style, Rect)] {
    let place = method.inset(left: min(2 * depth, max(0, address.maxX - method.x - 1)))
    let label = Rect(x: place.x, y: place.y, width: method.width, height: 1)
    let rest = name == nil ? address : self.name(at: depth, hasMethod: true)
    let varying = listing.varying ?? ""
    let room = rest.width - Self.columns(of: varying, beside: rest)
    let text = name ?? Self.shortened(listing.label.url, among: queries, to: room)
    let variant = Self.place(of: varying, behind: text, in: rest)
    return [
      (isMarked ? "◆" : listing.isEdited ? "✎" : listing.isPinned ? "▪" : " ", sign(isMarked, listing), mark),
      (MethodStyle.label(listing.method), MethodStyle.style(listing.method), label),
      (text, .text, rest), (Self.keepingEnd(of: varying, to: variant.width), .muted, variant),
      (listing.label.model.map { $0 == .string(Secrets.mask) ? Secrets.mask : "\($0)" } ?? "", .muted, model),
      (listing.group ?? listing.credentials.map { Self.keepingEnd(of: $0, to: group.width) } ?? "–", .muted, group),
      (agePadded(listing.receivedAt <= now ? listing.age(at: now).inRoundWords : "–"), .text, age),
      freshness(of: listing, at: now, later),
      (ByteCount.text(listing.size).leftPadded(to: size.width), .text, size),
      (later.map(words) ?? words(for: listing.usage), .text, rate),
    ]
  }

  /// At the right, like the other numbers, but a blank away from the words behind it.
  private func agePadded(_ text: String) -> String { text.leftPadded(to: age.width - 1) }

  /// The fate of an entry of an earlier moment.
  private func words(for later: CacheEntryLater) -> String {
    let short = ["replaced": "newer", "revalidated": "304", "removed": "gone"]
    guard let word = later.word else { return rate.width < 8 ? "same" : "the same" }
    return rate.width < word.count ? short[word] ?? word : word
  }

  /// Nothing is guessed that is not recorded of an earlier moment.
  private func freshness(
    of listing: CacheListing, at now: Timestamp, _ later: CacheEntryLater?
  ) -> (String, Style, Rect) {
    if let later, !later.isRecorded { return ("\(later.word ?? "changed") since", Style(.muted), state) }
    if later != nil, listing.isExpired { return ("expired by now", Style(.muted), state) }
    let role = listing.isEdited ? .warning : listing.state(at: now).role
    let words = listing.freshness(at: now)
    let short = words == CacheListing.State.unlimited.words && CellWidth.columns(of: words) > state.width
    // Never “revalidated” alone, which would be done with.
    return (short ? "always asks" : words, Style(role), state)
  }

  /// How much room the headers have that tell an entry from others of its URL: at most half of it.
  private static func columns(of varying: String, beside rest: Rect) -> Int {
    varying.isEmpty ? 0 : min(CellWidth.columns(of: varying) + 2, rest.width / 2)
  }

  private static func place(of varying: String, behind text: String, in rest: Rect) -> Rect {
    let room = columns(of: varying, beside: rest)
    let start = min(CellWidth.columns(of: text) + 2, rest.width - room + 2)
    return Rect(x: rest.x + start, y: rest.y, width: varying.isEmpty ? 0 : max(0, rest.width - start), height: 1)
  }

  /// A URL shortened to a width. The path tells entries apart, so the scheme is left out first, and then all of the origin.
  private static func shortened(_ whole: String, among queries: CacheQueries, to width: Int) -> String {
    guard whole.count > width else { return whole }
    let url = queries.distinct(whole)
    guard url.count > width, let origin = CacheTree.parts(of: url).first, url.count > origin.count else { return url }
    let bare = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
    guard bare.count > width else { return bare }
    return keepingEnds(of: "…\(url.dropFirst(origin.count))", to: width)
  }

  /// A text shortened in its middle: queries that begin alike differ at their ends.
  private static func keepingEnds(of text: String, to width: Int) -> String {
    guard text.count > width else { return text }
    let end = width / 3
    return "\(text.prefix(max(0, width - end - 1)))…\(text.suffix(end))"
  }

  /// A text shortened at its beginning: credentials of one kind differ at their end.
  private static func keepingEnd(of text: String, to width: Int) -> String {
    text.count > width ? "…\(text.suffix(max(0, width - 1)))" : text
  }

  private func sign(_ isMarked: Bool, _ listing: CacheListing) -> Style {
    Style(isMarked ? .accent : listing.isEdited ? .warning : .mark)
  }

  /// Of all entries below a part of the tree.
  func cells(of totals: CacheTree.Totals) -> [(String, Style, Rect)] {
    [
      (totals.edited == 0 ? "" : "\(totals.edited.grouped) edited", Style(.warning), state),
      (ByteCount.text(totals.size).leftPadded(to: size.width), .text, size), (words(for: totals.usage), .text, rate),
    ]
  }

  private func words(for usage: CacheUsage) -> String {
    guard let percent = usage.rate else { return "" }
    return rate.width < 8 ? "\(percent)%" : "\(percent)% of \(usage.requests.grouped)"
  }
}

extension CacheSort {
  fileprivate var arrow: String { isDescending ? "▼" : "▲" }
}

extension CacheListing {
  /// `fresh for 41 s`; of an edited entry `edited, for 41 s`.
  func freshness(at now: Timestamp) -> String {
    let state = state(at: now)
    guard isEdited else { return state.words }
    if case .fresh(let rest) = state { return "edited, for \(rest.inRoundWords)" }
    return "edited, \(state.freshness.rawValue)"
  }
}

extension CacheListing.State {
  var words: String {
    switch self {
    case .fresh(let rest): "fresh for \(rest.inRoundWords)"
    case .stale(let since): "stale for \(since.inRoundWords)"
    case .unlimited: "always revalidated"
    case .expired: "expired by hand"
    }
  }

  var role: Role {
    switch self {
    case .fresh: .success
    case .stale, .expired: .warning
    case .unlimited: .muted
    }
  }
}
