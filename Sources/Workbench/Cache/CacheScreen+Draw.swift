import ParleyEngine
import ParleyText
import TerminalKit

extension CacheScreen {
  func title(in context: ViewContext) -> PaneTitle {
    var left: StyledText = [Span("Cache", .title)]
    if let environment = context.workspace.environment {
      let style = context.workspace.environments.first { $0.name.isIdentical(to: environment) }?.style ?? .text
      left.append(" ▸ ", .muted)
      left.append(environment.fitted(to: 24), style)
    }
    let count = page.count.counted("entry", "entries")
    return PaneTitle(left, right: [Span("\(count), \(ByteCount.text(page.size))", .muted)])
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    var area = rect
    if showsFilter {
      drawFilter(into: &frame, rect.row(0))
      area = rect.inset(top: 1)
    }
    guard !area.isEmpty else { return }
    CacheColumns(area.row(0)).drawHead(into: &frame)
    let lines = area.inset(top: Self.headLines)
    guard page.count > 0 else { return drawEmpty(into: &frame, lines) }
    for line in cursor.visible where line - cursor.top < lines.height {
      draw(line, into: &frame, lines.row(line - cursor.top), isFocused: isFocused && !isFiltering, context.now)
    }
  }

  private func drawEmpty(into frame: inout Frame, _ area: Rect) {
    guard hasLoaded, !area.isEmpty else { return }
    let words =
      input.text.isEmpty
      ? "Empty. Response headers, or cache: { ttl: 60s }, let responses be cached."
      : "No entry matches."
    frame.put(words.fitted(to: area.width - 3), at: area.origin.moved(right: 3), style: .muted)
  }

  private func draw(_ line: Int, into frame: inout Frame, _ row: Rect, isFocused: Bool, _ now: Timestamp) {
    let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
    if let ground { frame.fill(row, style: Style(ground)) }
    let columns = CacheColumns(row)
    guard let listing = listing(at: line) else {
      frame.put("…", at: columns.address.origin, style: Style.muted.on(ground))
      return
    }
    for (text, style, rect) in columns.cells(of: listing, at: now) where rect.width > 0 {
      frame.put(text.fitted(to: rect.width), at: rect.origin, style: style.on(ground), maxWidth: rect.width)
    }
  }

  private func drawFilter(into frame: inout Frame, _ row: Rect) {
    frame.put("/", at: row.origin.moved(right: 1), style: Style(.hint))
    input.draw(into: &frame, rect: row.inset(left: 3, right: 1), isFocused: isFiltering)
  }
}

/// Where the columns of the list stand: what there is no room for is left out, the least important first.
struct CacheColumns {
  let mark: Rect, method: Rect, address: Rect, model: Rect, group: Rect, age: Rect, state: Rect, size: Rect, hits: Rect

  init(_ row: Rect) {
    let width = row.width
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let parts = row.inset(left: 3, right: 1).columns(
      .fixed(width >= 40 ? MethodStyle.columns : 0), .weight(3), .weight(width >= 100 ? 1 : 0),
      .fixed(width >= 90 ? 8 : 0), .fixed(width >= 60 ? 7 : 0), .fixed(width >= 50 ? 17 : 0),
      .fixed(width >= 70 ? 8 : 0), .fixed(width >= 80 ? 5 : 0), gap: 1)
    (method, address, model, group) = (parts[0], parts[1], parts[2], parts[3])
    (age, state, size, hits) = (parts[4], parts[5], parts[6], parts[7])
  }

  func drawHead(into frame: inout Frame) {
    let names: [(String, Rect)] = [
      ("origin and path", address), ("model", model), ("group", group), ("age", age), ("freshness", state),
      ("size", size), ("hits", hits),
    ]
    for (name, rect) in names { frame.put(name.fitted(to: rect.width), at: rect.origin, style: .muted) }
  }

  func cells(of listing: CacheListing, at now: Timestamp) -> [(String, Style, Rect)] {
    let state = listing.state(at: now)
    return [
      (listing.isPinned ? "◆" : " ", Style(.mark), mark),
      (MethodStyle.label(listing.method), MethodStyle.style(listing.method), method),
      (listing.label.url, .text, address),
      (listing.label.model.map { "\($0)" } ?? (listing.isSecret ? Secrets.mask : ""), .muted, model),
      (listing.group ?? "–", .muted, group), (listing.age(at: now).inRoundWords, .text, age),
      (state.words, Style(state.role), self.state), (ByteCount.text(listing.size), .text, size),
      (listing.hits.grouped, .text, hits),
    ]
  }
}

extension CacheListing.State {
  var words: String {
    switch self {
    case .fresh(let rest): "fresh for \(rest.inRoundWords)"
    case .stale(let since): "stale for \(since.inRoundWords)"
    case .unlimited: "revalidated"
    case .expired: "expired"
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
