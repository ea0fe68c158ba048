package import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Going back through a run, moment by moment.
package enum PastAction: Sendable {
  /// To a moment in words: a step, `+312 ms`, `14:03:07`, `#7`.
  case to(String)
  /// To what was at a time.
  case toTime(Timestamp)
  /// Shows the run as it is now.
  case now
}

// Moments as a person names them, or points at them.
extension StepTree {
  mutating func update(_ action: PastAction) -> [Effect] {
    switch action {
    case .to(let text):
      guard let time = time(ofMoment: text) else {
        return [.ask(MomentForm(text: text, mistake: "No moment of this run is called so."))]
      }
      moveInTime(to: time)
    case .toTime(let time): moveInTime(to: time)
    case .now: returnToNow()
    }
    return []
  }

  /// So many steps, or writes of shared keys, on; a negative number goes back.
  mutating func jumpInTime(to landmark: PastRun.Landmark, _ direction: Int) -> [Effect] {
    moveInTime(to: landmark, direction) ? [] : [.say(.refused(landmark.noMore(direction)))]
  }

  /// The time of a moment in words: a step by its number or name, the time since the start (`+312 ms`), a time of the day
  /// (`14:03:07.4`), or the number of a moment (`#7`). Nil where there is none.
  func time(ofMoment text: String) -> Timestamp? {
    guard let present, !text.isEmpty, let moments = past?.moments ?? PastRun(present)?.moments,
      let first = moments.first
    else { return nil }
    if text.hasPrefix("#") {
      guard let number = Int(text.dropFirst()), moments.indices.contains(number - 1) else { return nil }
      return moments[number - 1].time
    }
    if let time = beginning(of: text, in: present) { return time }
    if text.contains(":") {
      return moments.last { String($0.time.preciseLocalClock.prefix(text.count)) <= text }?.time ?? first.time
    }
    let span = text.hasPrefix("+") ? String(text.dropFirst()) : text
    return Self.duration(span.filter { $0 != " " }).map { present.summary.startedAt.advanced(by: $0) }
  }

  private func beginning(of step: String, in run: ShownRun) -> Timestamp? {
    let record = run.records.values.filter { "\($0.path)" == step || $0.name == step }.min { $0.path < $1.path }
    return record.map { $0.attempts.first?.startedAt ?? $0.startedAt }
  }

  /// `312ms`, `1.5s`, `2m`.
  private static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let units: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60, "us": 0.000_001, "µs": 0.000_001]
    guard let number = Double(digits), let unit = units[text.dropFirst(digits.count)], number * unit < 1e9 else {
      return nil
    }
    return .microseconds(Int64(number * unit * 1_000_000))
  }

  /// The time that the mouse points at on the axis, above the bars: pressed there, or dragged along it.
  mutating func momentPointed(by mouse: Mouse) -> Timestamp? {
    switch mouse.action {
    case .press(.left):
      isScrubbing = time(at: mouse.point) != nil
      return time(at: mouse.point)
    case .release:
      defer { isScrubbing = false }
      return isScrubbing ? time(at: Point(x: mouse.point.x, y: headLines - 1)) : nil
    default: return nil
    }
  }

  private func time(at point: Point) -> Timestamp? {
    guard run != nil, point.y == headLines - 1, axis.start != nil, case let area = columns.axis, !area.isEmpty,
      (area.x..<area.x + area.width).contains(point.x)
    else { return nil }
    return scale(columns: area.width).time(atColumn: point.x - area.x)
  }
}

extension AxisScale {
  /// The end of the time that a column shows.
  func time(atColumn column: Int) -> Timestamp? {
    guard columns > 0, length > .zero else { return nil }
    return axis.time(at: window.lowerBound + length / columns * (column + 1))
  }
}

extension RunAxis {
  /// The moment that is drawn so far from the start.
  func time(at offset: Duration) -> Timestamp? {
    guard let start else { return nil }
    var time = start.advanced(by: offset)
    for cut in cuts where cut.at < time { time = time.advanced(by: cut.length) }
    return time
  }
}

/// Asks for a moment of the run.
struct MomentForm: PopupForm {
  let text: String
  var mistake: String?

  var title: String { "Go to a moment" }
  var note: String {
    "When a step began, by its number or name; +312 ms since the start; 14:03:07; or #7, the seventh moment."
  }
  var fields: [FormField] { [FormField("moment", text)] }

  func action(for answers: FormAnswers, in state: State) -> Action { .groups(.past(.to(answers[0].trimmed))) }
}
