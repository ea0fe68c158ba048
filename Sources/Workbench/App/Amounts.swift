import ParleyText

extension Duration {
  /// Short enough for a column: `0.4 ms`, `38 ms`, `1.2 s`, `2 m 05 s`.
  package var short: String { Amount.text(of: self) }
}

extension Int {
  /// As a number of bytes: `512 B`, `1.2 KB`, `300 MB`, in thousands.
  package var asBytes: String { Amount.text(ofBytes: self) }

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
