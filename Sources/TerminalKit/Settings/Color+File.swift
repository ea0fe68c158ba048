extension Color {
  static let advice =
    "Write a number from 0 to 255, #rrggbb, default, or a name such as cyan or bright-red."

  /// - Returns: nil for the terminal's own colour.
  static func read(_ text: String, _ line: SettingsLines.Line) throws(SettingsError) -> Color? {
    if text == "default" { return nil }
    if let number = UInt8(text) { return Color(number, basic: nearestBasic(to: palette(number))) }
    if let place = names.firstIndex(of: text) { return Color(UInt8(place), basic: UInt8(place)) }
    if let shade = Shade(hexadecimal: text) {
      return Color(nearest(to: shade), basic: nearestBasic(to: shade))
    }
    throw SettingsError(
      line: line.number, "“\(Sanitizer.visible(text))” is not a colour.", advice: advice)
  }

  /// The sixteen basic colours, in the order of their numbers.
  private static let names: [String] = {
    let plain = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return plain + plain.map { "bright-\($0)" }
  }()

  /// Terminals let people choose the first sixteen, so that only the others can be relied on.
  private static func nearest(to shade: Shade) -> UInt8 {
    (UInt8(16)...255).min { palette($0).distance(to: shade) < palette($1).distance(to: shade) }
      ?? 16
  }

  private static func nearestBasic(to shade: Shade) -> UInt8 {
    (UInt8(0)...15).min { palette($0).distance(to: shade) < palette($1).distance(to: shade) } ?? 7
  }

  /// The shade that xterm shows for a number of the 256 colours: sixteen basic ones, a cube of six shades each, and
  /// grays.
  static func palette(_ number: UInt8) -> Shade {
    switch Int(number) {
    case 0..<8: basic(Int(number), 205)
    case 8: Shade(red: 127, green: 127, blue: 127)
    case 9..<16: basic(Int(number) - 8, 255)
    case 16..<232:
      Shade(
        red: step((Int(number) - 16) / 36), green: step((Int(number) - 16) / 6 % 6),
        blue: step((Int(number) - 16) % 6))
    default: Shade(gray: 8 + 10 * (Int(number) - 232))
    }
  }

  private static func basic(_ bits: Int, _ level: Int) -> Shade {
    Shade(red: (bits & 1) * level, green: (bits >> 1 & 1) * level, blue: (bits >> 2 & 1) * level)
  }

  private static func step(_ place: Int) -> Int { place == 0 ? 0 : 55 + 40 * place }
}

/// A colour by its parts, each from 0 to 255.
struct Shade {
  let red: Int
  let green: Int
  let blue: Int

  init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  init(gray: Int) {
    self.init(red: gray, green: gray, blue: gray)
  }

  /// `#rrggbb`
  init?(hexadecimal text: String) {
    guard text.first == "#", text.count == 7, let number = Int(text.dropFirst(), radix: 16),
      number >= 0
    else {
      return nil
    }
    self.init(red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF)
  }

  func distance(to other: Shade) -> Int {
    [red - other.red, green - other.green, blue - other.blue].reduce(0) { $0 + $1 * $1 }
  }
}
