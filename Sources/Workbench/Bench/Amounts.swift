import ParleyEngine

extension Duration {
  /// Short enough for a column: `0.4 ms`, `38 ms`, `1.2 s`, `2 m 05 s`.
  var short: String {
    let milliseconds = inMilliseconds
    if milliseconds < 9.95 { return "\(oneDecimal(milliseconds)) ms" }
    if milliseconds < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
    let seconds = milliseconds / 1000
    if seconds < 59.95 { return "\(oneDecimal(seconds)) s" }
    let rest = Int(seconds.rounded()) % 60
    return "\(Int(seconds.rounded()) / 60) m \(rest < 10 ? "0" : "")\(rest) s"
  }
}

extension Int {
  /// As a number of bytes: `512 B`, `1.2 KB`, `300 MB`, in thousands.
  var asBytes: String {
    if self < 1000 { return "\(self) B" }
    var amount = Double(self)
    for unit in ["KB", "MB", "GB"] {
      amount /= 1000
      if amount < 9.95 { return "\(oneDecimal(amount)) \(unit)" }
      if amount < 999.5 { return "\(Int(amount.rounded())) \(unit)" }
    }
    return "\(oneDecimal(amount / 1000)) TB"
  }

  /// With a comma between thousands: `12,345`.
  var grouped: String {
    let digits = String(magnitude)
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// `1 request`, `3 requests`.
  func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? one + "s")"
  }
}

private func oneDecimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
