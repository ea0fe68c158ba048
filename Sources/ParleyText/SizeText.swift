/// Numbers of bytes as people write them: a number with its unit, in thousands.
package enum SizeText {
  package static let pattern = #"^[0-9]+(\.[0-9]+)? ?(B|KB|MB|GB|TB)$"#

  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
  ]
  /// A million terabytes, so that no sum of sizes overflows.
  private static let largest = 1e18

  /// - Returns: how many bytes that is; nil for what is no size.
  package static func parse(_ text: String) -> Int? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).trimmingPrefix(" ")
    guard
      let bytes = units.first(where: { $0.name == unit })?.bytes,
      number.first?.isNumber == true, number.last?.isNumber == true,
      let value = Double(number), value * Double(bytes) <= largest
    else { return nil }
    return Int((value * Double(bytes)).rounded())
  }

  /// The shortest such text.
  package static func text(of bytes: Int) -> String {
    let unit = units.last { bytes != 0 && bytes % $0.bytes == 0 } ?? units[0]
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
