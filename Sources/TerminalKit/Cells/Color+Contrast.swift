internal import Glibc

extension Color {
  /// The least contrast of letters with their ground.
  static let leastContrast = 2.0

  /// How well two colours of the palette of 256 can be told apart: from 1 to 21, as WCAG counts it.
  static func contrast(_ left: UInt8, _ right: UInt8) -> Double {
    let lights = [palette(left).light, palette(right).light].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }
}

extension Shade {
  fileprivate var light: Double { 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue) }

  private func part(_ level: Int) -> Double {
    let value = Double(level) / 255
    return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
