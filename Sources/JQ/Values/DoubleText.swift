/// Doubles as jq prints them: the fewest digits that read back the same, in jq's layout (`1e+17`, `1e-05`, `0.0001`).
enum DoubleText {
  static func text(of number: Double) -> String {
    if let whole = Int(exactly: number), whole.magnitude < 10_000_000_000_000_000, whole != 0 || number.sign == .plus {
      return whole.description
    }
    if number.isNaN { return "null" }
    if number.isInfinite { return text(of: number < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude) }
    let sign = number.sign == .minus ? "-" : ""
    return sign + layout(number.magnitude)
  }

  private static func layout(_ number: Double) -> String {
    if number == 0 { return "0" }
    let (digits, point) = digits(of: number)
    if point <= -4 || point > digits.count + 15 { return exponential(digits, point) }
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }

  private static func exponential(_ digits: String, _ point: Int) -> String {
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    let exponent = point - 1
    let magnitude = String(exponent.magnitude)
    let padding = magnitude.count < 2 ? "0" : ""
    return digits.prefix(1) + fraction + "e" + (exponent < 0 ? "-" : "+") + padding + magnitude
  }

  /// The significant digits, and how many of them stand before the point.
  private static func digits(of number: Double) -> (digits: String, point: Int) {
    let description = number.description
    let parts = description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let whole = mantissa[0]
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = Substring(whole + fraction)
    var point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.first == "0" {
      digits.removeFirst()
      point -= 1
    }
    while digits.last == "0" { digits.removeLast() }
    return (String(digits), point)
  }
}
