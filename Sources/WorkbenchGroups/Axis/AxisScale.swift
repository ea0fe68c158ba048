import ParleyEngine

/// A part of an axis on so many columns.
struct AxisScale: Hashable, Sendable {
  let axis: RunAxis
  /// The part of it that is seen.
  let window: Range<Duration>
  let columns: Int

  init(_ axis: RunAxis, _ window: Range<Duration>, columns: Int) {
    self.axis = axis
    self.window = window
    self.columns = columns
  }

  var length: Duration { window.upperBound - window.lowerBound }

  /// How many eighths of a column a moment is from the left; what lies outside of the window is outside of the columns.
  func eighths(of time: Timestamp) -> Int { eighths(at: axis.offset(of: time)) }

  func eighths(at offset: Duration) -> Int {
    guard length > .zero else { return 0 }
    let place = (offset - window.lowerBound) / length * Double(columns * 8)
    return Int(min(max(place, -1e9), 1e9))
  }

  /// A span as far as it is in view, an eighth wide at least; nil where it is not.
  func eighths(of span: Range<Timestamp>) -> Range<Int>? {
    let end = columns * 8
    let from = eighths(of: span.lowerBound)
    let to = max(from + 1, eighths(of: span.upperBound))
    // What takes no time and ends the axis is seen at its end.
    if from == end, axis.offset(of: span.lowerBound) == window.upperBound { return end > 0 ? end - 1..<end : nil }
    guard to > 0, from < end else { return nil }
    return max(0, from)..<min(end, to)
  }

  /// Moments in round numbers with their columns, no closer than that.
  func ticks(apart: Int = 8) -> [(column: Int, label: String)] {
    guard length > .zero, columns > apart else { return [] }
    let (from, visible) = (window.lowerBound / .milliseconds(1), length / .milliseconds(1))
    let step = Self.round(above: visible * Double(apart) / Double(columns))
    let isLong = step >= 1000
    let first = (from / step).rounded(.up)
    return (0...columns / apart).compactMap { index in
      let time = step * (first + Double(index))
      let column = Int((time - from) / visible * Double(columns))
      let number = Self.text(isLong ? time / 1000 : time)
      guard column + number.count < columns else { return nil }
      return (column, index == 0 ? "\(number) \(isLong ? "s" : "ms")" : number)
    }
  }

  /// 1, 2 or 5 times a power of ten.
  private static func round(above least: Double) -> Double {
    var power = 0.001
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }

  /// To a microsecond.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
