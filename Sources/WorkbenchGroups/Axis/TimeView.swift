import ParleyEngine
import ParleyText
import TerminalKit

/// How the time of a run is looked at: how closely, what decided it, and what is usual.
struct TimeView: Sendable {
  var zoom = AxisZoom()
  private(set) var showsCriticalPath = false
  var critical = CriticalPath() {
    didSet { lit = Set(critical.steps.flatMap { [$0.path] + $0.path.around }) }
  }
  /// The times that the steps took in the runs of the group before this one.
  var usual = UsualTimes()
  /// The steps on the critical path, and the nodes that contain them.
  private var lit: Set<NodePath> = []

  /// For another run.
  mutating func reset() {
    zoom.reset()
    critical = CriticalPath()
  }

  mutating func show(_ path: CriticalPath?) {
    showsCriticalPath = path != nil
    critical = path ?? CriticalPath()
  }

  func isLit(_ path: NodePath) -> Bool { showsCriticalPath && lit.contains(path) }

  /// Whether it is dimmed, because the critical path is shown and it is not on it.
  func isDimmed(_ path: NodePath) -> Bool { showsCriticalPath && !lit.contains(path) }
}

extension StepTree {
  var window: Range<Duration> { time.zoom.window(of: axis.length) }

  /// The middle of the span of the step under the cursor.
  private var middle: Duration? {
    let spans = selected.map { self.spans(of: $0.path) } ?? []
    guard let first = spans.first, let last = spans.last else { return nil }
    return (axis.offset(of: first.lowerBound) + axis.offset(of: last.upperBound)) / 2
  }

  mutating func zoom(_ direction: TimeAction.Zoom) {
    switch direction {
    case .closer: time.zoom.zoomIn(axis.length, at: middle)
    case .wider: time.zoom.zoomOut(axis.length, at: middle)
    case .all: time.zoom.reset()
    }
  }

  mutating func pan(_ steps: Int) { time.zoom.pan(steps, axis.length) }

  mutating func toggleCriticalPath() {
    guard let run, !time.showsCriticalPath else { return time.show(nil) }
    time.show(CriticalPath(of: run.records.values, until: run.isUnderWay ? moment : run.end(at: moment)))
  }

  /// The spans in which a step was in flight, one for each attempt; for a list, from its first element to its last.
  func spans(of path: NodePath) -> [Range<Timestamp>] {
    guard let run, let record = run.records[path] else { return [] }
    if let list = run.lists[path] { return [list.span(until: moment)].compactMap(\.self) }
    return record.spans(until: moment)
  }
}

// What a step took, and what it usually takes.
extension StepTree {
  /// The time that a step took; nil if it has not ended. A list has its time so far, and nil before its first element.
  func timeTaken(by path: NodePath) -> Duration? {
    guard let run, let record = run.records[path] else { return nil }
    if let list = run.lists[path], record.endedAt == nil { return list.begin == nil ? nil : list.time(until: moment) }
    if run.lists[path] != nil { return record.timeTaken }
    return record.attempts.last?.endedAt == nil ? nil : record.timeTaken
  }

  /// The median of the runs before the one that is shown.
  func usualTime(of path: NodePath) -> Duration? {
    guard run != nil, let key = stepKeys[path] else { return nil }
    return time.usual.time(of: key)
  }

  /// Against what is usual; where nothing is known of that, against the other elements, or the other steps.
  func isSlow(_ path: NodePath) -> Bool {
    guard let run, let taken = timeTaken(by: path), let record = run.records[path] else { return false }
    if let usual = usualTime(of: path) { return UsualDifference(taken, usual)?.isSlow == true }
    if path.isElement, let list = path.parent.flatMap({ run.lists[$0] }), list.ended > 1 {
      return taken >= list.average * 2
    }
    let isLeaf = (record.kind == .request || record.kind == .job) && run.lists[path] == nil
    return isLeaf && taken > .milliseconds(1) && taken >= run.tally.average * 2
  }
}

/// The difference between a step's time and its usual time, if it is large enough to mention.
struct UsualDifference: Hashable, Sendable {
  private let taken: Duration
  private let usual: Duration

  /// - Returns: nil where it is as usual.
  init?(_ taken: Duration, _ usual: Duration) {
    let difference = taken > usual ? taken - usual : usual - taken
    guard difference >= .milliseconds(1), difference * 10 >= usual else { return nil }
    (self.taken, self.usual) = (taken, usual)
  }

  var isSlower: Bool { taken > usual }

  /// Half as much again, and long enough for a person to notice.
  var isSlow: Bool { isSlower && (taken - usual) * 2 >= usual && taken - usual >= .milliseconds(10) }

  /// `▲ 40`, in the unit of the time it stands beside; `▼ 1.2 s`, where that is another.
  var text: StyledText {
    let difference = (isSlower ? taken - usual : usual - taken).short.split(separator: " ")
    let unit = taken.short.split(separator: " ").last
    let words = difference.count == 2 && difference.last == unit ? difference.dropLast() : difference
    let sign = isSlower ? "▲" : "▼"
    return [Span("\(sign) \(words.joined(separator: " "))", isSlow ? .warning : .muted)]
  }
}
