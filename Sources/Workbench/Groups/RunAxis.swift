import ParleyEngine

/// The time of a run as it is drawn. What waits for a person takes no room: time in which nothing was in flight is cut out
/// where it is long.
struct RunAxis: Hashable, Sendable {
  /// A cut, and how long it is.
  struct Cut: Hashable, Sendable {
    let at: Timestamp
    let length: Duration
  }

  private(set) var start: Timestamp?
  private(set) var cuts: [Cut] = []
  /// All of it, without the cuts.
  private(set) var length = Duration.zero

  private static let longestPause = Duration.seconds(1)

  init() {}

  init(_ records: some Collection<NodeRecord>, until now: Timestamp) {
    let spans = records.lazy.filter { $0.kind == .request || $0.kind == .job }
      .flatMap { $0.spans(until: now) }.sorted { $0.lowerBound < $1.lowerBound }
    guard let first = spans.first?.lowerBound else { return }
    start = first
    var end = first
    for span in spans {
      let pause = end.duration(to: span.lowerBound)
      if pause > Self.longestPause {
        cuts.append(Cut(at: end, length: pause))
      } else if pause > .zero {
        length += pause
      }
      length += max(.zero, max(end, span.lowerBound).duration(to: span.upperBound))
      end = max(end, span.upperBound)
    }
  }

  /// How far from the start a moment is drawn.
  func offset(of time: Timestamp) -> Duration {
    guard let start else { return .zero }
    var offset = start.duration(to: time)
    for cut in cuts where cut.at < time { offset -= min(cut.length, cut.at.duration(to: time)) }
    return max(.zero, offset)
  }

  /// The column of a moment, in eighths, where so many columns show all of it.
  func eighths(of time: Timestamp, columns: Int) -> Int {
    guard length > .zero else { return 0 }
    return min(columns * 8, Int(offset(of: time) / length * Double(columns * 8)))
  }

  /// Moments in round numbers with their columns, no closer than that.
  func ticks(columns: Int, apart: Int = 8) -> [(column: Int, label: String)] {
    guard length > .zero, columns > apart else { return [] }
    let least = length / .milliseconds(1) * Double(apart) / Double(columns)
    let step = Self.round(above: least)
    let isLong = step >= 1000
    return (0...columns / apart).compactMap { index in
      let time = step * Double(index)
      let column = Int(time / (length / .milliseconds(1)) * Double(columns))
      let number = Self.text(isLong ? time / 1000 : time)
      guard column + number.count < columns else { return nil }
      return (column, index == 0 ? "0 \(isLong ? "s" : "ms")" : number)
    }
  }

  /// 1, 2 or 5 times a power of ten.
  private static func round(above least: Double) -> Double {
    var power = 0.001
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

extension NodeRecord {
  /// When it was in flight: an attempt each.
  func spans(until now: Timestamp) -> [Range<Timestamp>] {
    attempts.map { $0.startedAt..<max($0.startedAt, $0.endedAt ?? (state.isFinal ? $0.startedAt : now)) }
  }
}
