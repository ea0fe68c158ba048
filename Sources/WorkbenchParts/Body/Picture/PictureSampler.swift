/// Makes a small picture of a large one, whose pixels come row by row: each place is the mean of those that fall on it.
struct PictureSampler {
  /// From 0 to 255.
  struct Pixel: Hashable {
    var red, green, blue, alpha: Int
  }

  private struct Sum {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    var count = 0
  }

  private let width: Int
  private let height: Int
  private let columns: Int
  private let rows: Int
  private var sums: [Sum]
  private var row = 0

  /// - Parameters:
  ///   - columns: at most so many, and as many rows; a small picture stays as it is.
  init(width: Int, height: Int, columns: Int, rows: Int) {
    (self.width, self.height) = (width, height)
    let scale = min(1, Double(columns) / Double(width), Double(rows) / Double(height))
    self.columns = max(1, Int(Double(width) * scale))
    self.rows = max(1, Int(Double(height) * scale))
    sums = Array(repeating: Sum(), count: self.columns * self.rows)
  }

  var isDone: Bool { row >= height }

  mutating func add(_ pixel: Pixel, x: Int) {
    let place = min(rows - 1, row * rows / height) * columns + min(columns - 1, x * columns / width)
    sums[place].red += pixel.red * pixel.alpha
    sums[place].green += pixel.green * pixel.alpha
    sums[place].blue += pixel.blue * pixel.alpha
    sums[place].alpha += pixel.alpha
    sums[place].count += 1
  }

  mutating func endRow() { row += 1 }

  var grid: PictureGrid {
    PictureGrid(
      columns: columns,
      colors: sums.map { sum in
        // What one can mostly see through is not there.
        guard sum.count > 0, sum.alpha >= sum.count * 128 else { return nil }
        return PaletteColor(red: sum.red / sum.alpha, green: sum.green / sum.alpha, blue: sum.blue / sum.alpha).index
      })
  }
}

/// The nearest of the 256 colours that terminals have: a cube of 6 × 6 × 6, and 24 greys.
struct PaletteColor {
  let red, green, blue: Int

  var index: UInt8 {
    let cube = [red, green, blue].map(Self.step)
    let gray = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + 10 * gray
    let isGray = distance(level, level, level) < distance(Self.steps[cube[0]], Self.steps[cube[1]], Self.steps[cube[2]])
    return UInt8(isGray ? 232 + gray : 16 + 36 * cube[0] + 6 * cube[1] + cube[2])
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  private static func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40) }

  private func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let (r, g, b) = (red - self.red, green - self.green, blue - self.blue)
    return r * r + g * g + b * b
  }
}
