import ParleyEngine

/// A stretch of time in its two largest units, to the nearest: `2 d 3 h`, `12 min 3 s`, `45 s`.
package enum SpanText {
  private static let units: [(name: String, seconds: Int64)] = [
    ("y", 365 * 86_400), ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1),
  ]

  package static func text(_ span: Duration) -> String {
    let span = span < .zero ? .zero - span : span
    guard let first = units.firstIndex(where: { $0.seconds <= span.rounded(to: 1) }) else { return "0 s" }
    let text = text(span, from: first)
    // 59 min 59.7 s are an hour.
    return first > 0 && text.parts * text.part >= units[first - 1].seconds
      ? self.text(span, from: first - 1).text : text.text
  }

  private static func text(_ span: Duration, from first: Int) -> (text: String, parts: Int64, part: Int64) {
    let unit = units[first]
    let next = first + 1 < units.count ? units[first + 1] : unit
    let parts = span.rounded(to: next.seconds)
    let inUnit = unit.seconds / next.seconds
    let whole = "\(parts / inUnit) \(unit.name)"
    let rest = parts % inUnit
    return (rest == 0 ? whole : "\(whole) \(rest) \(next.name)", parts, next.seconds)
  }
}
