import ParleyEngine

/// Amounts in as many digits as one reads at a glance.
package enum Amount {
  /// Short enough for a column: `0.4 ms`, `38 ms`, `1.2 s`, `2 m 05 s`.
  package static func text(of duration: Duration) -> String {
    let milliseconds = duration.inMilliseconds
    if milliseconds < 9.95 { return "\(oneDecimal(milliseconds)) ms" }
    if milliseconds < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
    let seconds = milliseconds / 1000
    if seconds < 59.95 { return "\(oneDecimal(seconds)) s" }
    let rest = Int(seconds.rounded()) % 60
    return "\(Int(seconds.rounded()) / 60) m \(rest < 10 ? "0" : "")\(rest) s"
  }

  /// `512 B`, `1.2 KB`, `300 MB`, in thousands.
  package static func text(ofBytes count: Int) -> String {
    ByteCount.text(count)
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
