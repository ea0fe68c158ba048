import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// One line of the log, laid out in columns for a width: what there is no room for is left out, the least important first.
package struct LogLine {
  let entry: LogEntry
  let clock: LogClock
  /// The active one: others are named.
  let environment: String?

  package init(entry: LogEntry, clock: LogClock, environment: String?) {
    self.entry = entry
    self.clock = clock
    self.environment = environment
  }

  package func draw(into frame: inout Frame, _ rect: Rect, on ground: Role?) {
    frame.put(entry.isMarked ? "◆" : " ", at: rect.origin, style: Style(.mark, on: ground))
    let row = rect.inset(left: 2, right: 1)
    let used = frame.put(
      clock.text(of: entry.time), at: row.origin, style: Style(.muted, on: ground), maxWidth: row.width)
    let rest = row.inset(left: used + 2)
    switch entry.content {
    case .missed(let count): drawGap(count, into: &frame, rest, ground)
    case .event(let event): draw(event, into: &frame, rest, ground)
    }
  }

  private func drawGap(_ count: Int, into frame: inout Frame, _ row: Rect, _ ground: Role?) {
    let text = "┄┄ missed \(count.counted("event")) ┄┄"
    frame.put(text, at: row.origin, style: Style(.warning, on: ground), maxWidth: row.width)
  }

  private func draw(_ event: Event, into frame: inout Frame, _ row: Rect, _ ground: Role?) {
    let columns = Columns(row)
    put(event.kind.word, .init(Self.role(of: event)), into: &frame, columns.kind, ground)
    if let subject = event.subject {
      let method = MethodStyle.style(subject.method)
      put(MethodStyle.label(subject.method), method, into: &frame, columns.method, ground)
      let name = subject.label ?? Self.end(of: subject.url, in: columns.name)
      put(name, .text, into: &frame, columns.name, ground)
      if columns.note.isEmpty, case .failed(_, let failure) = event.kind {
        put(failure.summary, .muted, into: &frame, columns.behind(name), ground)
      }
    } else if let change = event.kind.sharedData {
      put(change.line(seenFrom: environment), .text, into: &frame, columns.rest, ground)
    } else if case .groupDone(let done) = event.kind {
      put(done.line, .text, into: &frame, columns.rest, ground)
    } else if let change = event.kind.cacheChange {
      draw(change, event.kind.cachePlace ?? "", into: &frame, columns, ground)
    } else if case .custom(let custom) = event.kind {
      put(custom.line, .text, into: &frame, columns.rest, ground)
    }
    drawResponse(of: event, into: &frame, columns, ground)
    put(note(of: event, in: columns.note), .muted, into: &frame, columns.note, ground)
  }

  /// In the columns of requests: the name and the URL, or where there is no room for both the URL.
  private func draw(
    _ change: Event.CacheChange, _ place: String, into frame: inout Frame, _ columns: Columns, _ ground: Role?
  ) {
    put(MethodStyle.label(change.method), MethodStyle.style(change.method), into: &frame, columns.method, ground)
    if columns.note.isEmpty {
      let end = columns.size.isEmpty ? columns.rest.maxX : columns.size.x - 1
      let room = Rect(x: columns.name.x, y: columns.name.y, width: max(0, end - columns.name.x), height: 1)
      put(Self.end(of: place, in: room), .text, into: &frame, room, ground)
    } else {
      put(change.name ?? "", .text, into: &frame, columns.name, ground)
      put(Self.end(of: place, in: columns.note), .muted, into: &frame, columns.note, ground)
    }
    if change.size > 0 { putRight(ByteCount.text(change.size), into: &frame, columns.size, ground) }
  }

  private func drawResponse(of event: Event, into frame: inout Frame, _ columns: Columns, _ ground: Role?) {
    if let status = event.kind.status {
      put("\(status)", StatusStyle.style(status, isMissed: event.kind.isFailure), into: &frame, columns.status, ground)
    }
    guard let response = event.kind.response else { return }
    putRight(response.total.short, into: &frame, columns.time, ground)
    putRight(ByteCount.text(response.count), into: &frame, columns.size, ground)
  }

  private func put(_ text: String, _ style: Style, into frame: inout Frame, _ column: Rect, _ ground: Role?) {
    guard !column.isEmpty else { return }
    frame.put(text.fitted(to: column.width), at: column.origin, style: style.on(ground), maxWidth: column.width)
  }

  /// The URL, or its path where there is no room for all of it: that is what tells lines apart.
  private static func end(of url: String, in column: Rect) -> String {
    guard url.utf8.count > column.width, let scheme = url.firstRange(of: "://") else { return url }
    return url[scheme.upperBound...].firstIndex { "/?".contains($0) }.map { String(url[$0...]) } ?? url
  }

  private func putRight(_ text: String, into frame: inout Frame, _ column: Rect, _ ground: Role?) {
    guard column.width >= text.count else { return }
    frame.put(
      text, at: column.origin.moved(right: column.width - text.count), style: Style(.text, on: ground))
  }

  private func note(of event: Event, in column: Rect) -> String {
    switch event.kind {
    case .redirected(_, let redirect): "→ \(redirect.location)"
    case .failed(let subject, let failure): failure.summary + (subject.label == nil ? "" : "   \(subject.url)")
    case .retrying(_, let retry): retry.summary
    case .duplicate(_, let duplicate): duplicate.summary
    case .sent(let subject), .loadRemote(let subject, _): Self.end(of: subject.url, in: column)
    case .loadSkip(_, let skip): skip.summary
    default: ""
    }
  }

  static func role(of event: Event) -> Role {
    switch event.kind {
    case .sent: .muted
    case .redirected: .info
    case .duplicate(_, .sendAll): .muted
    case .retrying, .duplicate: .warning
    case .requestProgress, .responseProgress: .muted
    case .loadSkip(_, let skip) where skip.isEdited: .warning
    case .loadRemote, .loadSkip: .success
    case .failed: .failure
    case .cancelled: .warning
    case .updateSharedData, .removeSharedData, .updateCache, .removeCache: .accent
    case .groupDone(let done): done.failed ? .failure : done.stopped ? .warning : .success
    case .custom(let custom) where custom.warning != nil: .warning
    case .custom(let custom): custom.problem == nil && !custom.isFailedJob ? .accent : .failure
    @unknown default: .text
    }
  }

  /// The areas of the parts.
  private struct Columns {
    var kind: Rect, method: Rect, name: Rect, status: Rect, time: Rect, size: Rect, note: Rect
    /// All behind the kind, for what is about no request.
    var rest: Rect

    init(_ row: Rect) {
      let isWide = row.width >= 88
      let name: Constraint = isWide ? .fixed(max(16, row.width / 5)) : .weight(1)
      let parts = row.columns(
        .fixed(row.width >= 52 ? 18 : 12), .fixed(row.width >= 40 ? MethodStyle.columns : 0), name,
        .fixed(row.width >= 30 ? 3 : 0), .fixed(row.width >= 60 ? 8 : 0), .fixed(row.width >= 70 ? 7 : 0),
        isWide ? .weight(1) : .fixed(0), gap: 1)
      (kind, method, self.name, status) = (parts[0], parts[1], parts[2], parts[3])
      (time, size, note) = (parts[4], parts[5], parts[6].inset(left: 1))
      rest = Rect(x: method.x, y: row.y, width: row.maxX - method.x, height: row.height)
    }

    /// The room that a name leaves in its column, where that is enough for some words.
    func behind(_ text: String) -> Rect {
      let room = name.inset(left: min(name.width, CellWidth.columns(of: text) + 2))
      return room.width < 8 ? .zero : room
    }
  }
}

extension Event.Subject {
  /// The request's name; nil if it has none, as the scratch request.
  fileprivate var label: String? { name.flatMap { $0.isEmpty ? nil : $0 } }
}

extension Event.Kind {
  /// Whether a response came and was not what was expected, or none came.
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
