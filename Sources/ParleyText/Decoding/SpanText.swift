/// A stretch of time in its two largest units: `2 d 3 h`, `12 min 3 s`, `45 s`.
package enum SpanText {
  private static let units: [(name: String, seconds: Int64)] = [
    ("y", 365 * 86_400), ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1),
  ]

  package static func text(_ span: Duration) -> String {
    let seconds = abs(span.components.seconds)
    guard let first = units.firstIndex(where: { $0.seconds <= seconds }) else { return "0 s" }
    let unit = units[first]
    let whole = "\(seconds / unit.seconds) \(unit.name)"
    guard first + 1 < units.count else { return whole }
    let next = units[first + 1]
    let rest = seconds % unit.seconds / next.seconds
    return rest == 0 ? whole : "\(whole) \(rest) \(next.name)"
  }
}
