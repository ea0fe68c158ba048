import ParleyEngine

// Amounts in as many digits as one reads at a glance.
extension Duration {
  /// Short enough for a column: `0.4 ms`, `38 ms`, `1.2 s`, `2 m 05 s`.
  package var short: String {
    let milliseconds = inMilliseconds
    if milliseconds < 9.95 { return "\(milliseconds.withOneDecimal) ms" }
    if milliseconds < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
    let seconds = milliseconds / 1000
    if seconds < 59.95 { return "\(seconds.withOneDecimal) s" }
    let rest = Int(seconds.rounded()) % 60
    return "\(Int(seconds.rounded()) / 60) m \(rest < 10 ? "0" : "")\(rest) s"
  }
}

extension Int {
  /// With a comma between thousands: `12,345`.
  package var grouped: String {
    let digits = String(magnitude)
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// `1 request`, `3 requests`, `1 entry`, `2 entries`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? one + "s")"
  }
}
