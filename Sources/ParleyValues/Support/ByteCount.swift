/// Numbers of bytes, in as many digits as one reads at a glance.
package enum ByteCount {
  /// `512 B`, `1.2 KB`, `300 MB`, in thousands.
  package static func text(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var amount = Double(count)
    for unit in ["KB", "MB", "GB", "TB", "PB"] {
      amount /= 1000
      if amount < 9.95 { return "\(amount.withOneDecimal) \(unit)" }
      if amount < 999.5 { return "\(Int(amount.rounded())) \(unit)" }
    }
    return "\((amount / 1000).withOneDecimal) EB"
  }
}

extension Double {
  /// `0.4`, `9.0`, rounded.
  package var withOneDecimal: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
