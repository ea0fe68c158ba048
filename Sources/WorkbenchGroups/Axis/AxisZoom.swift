import ParleyEngine

/// How closely an axis is looked at, and where.
struct AxisZoom: Hashable, Sendable {
  /// How often it was doubled.
  private(set) var power = 0
  /// The time in the middle of the window.
  private var centre = Duration.zero

  var isZoomed: Bool { power > 0 }
  /// `×4`.
  var label: String { isZoomed ? "×\(1 << power)" : "" }

  /// Beyond this a column is less than a microsecond.
  private static let shortest = Duration.microseconds(100)

  /// The part in view of an axis of this length.
  func window(of length: Duration) -> Range<Duration> {
    guard isZoomed, length > .zero else { return .zero..<max(.zero, length) }
    let visible = length / (1 << power)
    let start = min(max(.zero, centre - visible / 2), length - visible)
    return start..<start + visible
  }

  /// Closer, with this in the middle; or with what is there.
  mutating func zoomIn(_ length: Duration, at place: Duration?) {
    guard length / (1 << (power + 1)) >= Self.shortest else { return }
    centre = place ?? middle(of: length)
    power += 1
  }

  mutating func zoomOut(_ length: Duration, at place: Duration?) {
    guard isZoomed else { return }
    centre = place ?? middle(of: length)
    power -= 1
  }

  /// A quarter of what is in view to the right, or to the left.
  mutating func pan(_ steps: Int, _ length: Duration) {
    guard isZoomed else { return }
    let window = window(of: length)
    let visible = window.upperBound - window.lowerBound
    let start = min(max(.zero, window.lowerBound + visible / 4 * steps), length - visible)
    centre = start + visible / 2
  }

  mutating func reset() { self = AxisZoom() }

  private func middle(of length: Duration) -> Duration {
    let window = window(of: length)
    return (window.lowerBound + window.upperBound) / 2
  }
}
