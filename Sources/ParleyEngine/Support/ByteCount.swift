/// Numbers of bytes, in as many digits as one reads at a glance.
package enum ByteCount {
  /// `512 B`, `1.2 KB`, `300 MB`, in thousands.
  package static func text(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var amount = Double(count)
    for unit in ["KB", "MB", "GB"] {
      amount /= 1000
      if amount < 9.95 { return "\(oneDecimal(amount)) \(unit)" }
      if amount < 999.5 { return "\(Int(amount.rounded())) \(unit)" }
    }
    return "\(oneDecimal(amount / 1000)) TB"
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
