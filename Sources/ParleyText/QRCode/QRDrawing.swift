/// A code while it is drawn: which modules are dark, and which belong to fixed patterns.
struct QRDrawing {
  private(set) var modules: [[Bool]]
  private var isFixed: [[Bool]]
  private let version: QRVersion
  private var size: Int { version.size }

  init(_ version: QRVersion) {
    self.version = version
    modules = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
    isFixed = modules
    drawTiming()
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    drawAlignments()
    drawFormat(mask: 0)
    drawVersion()
  }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y][x] = isDark
    isFixed[y][x] = true
  }

  private mutating func drawTiming() {
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
  }

  /// A finder pattern with the light line around it.
  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
        let distance = max(abs(dx), abs(dy))
        fix(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  /// None where a finder stands.
  private mutating func drawAlignments() {
    let places = version.alignments
    let corners = [(6, 6), (6, size - 7), (size - 7, 6)]
    for x in places {
      for y in places where !corners.contains(where: { $0 == (x, y) }) {
        for dy in -2...2 {
          for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
  }

  /// The level of error correction and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    let level = 0b01
    let data = level << 3 | mask
    let bits = (data << 10 | Self.check(data, 10, by: 0x537)) ^ 0x5412
    let bit = { (index: Int) in bits >> index & 1 == 1 }
    for index in 0...5 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9..<15 { fix(14 - index, 8, bit(index)) }
    for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  /// Draws the version of large codes, twice.
  private mutating func drawVersion() {
    guard version.number >= 7 else { return }
    let bits = version.number << 12 | Self.check(version.number, 12, by: 0x1F25)
    for index in 0..<18 {
      let (a, b) = (size - 11 + index % 3, index / 3)
      fix(a, b, bits >> index & 1 == 1)
      fix(b, a, bits >> index & 1 == 1)
    }
  }

  /// The check bits of a cyclic code.
  private static func check(_ data: Int, _ count: Int, by generator: Int) -> Int {
    var rest = data
    for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1)) * generator }
    return rest
  }

  /// In pairs of columns from right to left, up and down in turn.
  mutating func place(_ words: [UInt8]) {
    var index = 0
    for right in stride(from: size - 1, through: 1, by: -2) {
      let column = right <= 6 ? right - 1 : right
      for step in 0..<size {
        for x in [column, column - 1] {
          let isUpward = (column + 1) & 2 == 0
          let y = isUpward ? size - 1 - step : step
          guard !isFixed[y][x], index < words.count * 8 else { continue }
          modules[y][x] = words[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  mutating func apply(mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y][x] && Self.inverts(mask, x, y) { modules[y][x].toggle() }
    }
    drawFormat(mask: mask)
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }
}

// How hard a code is to read.
extension QRDrawing {
  var penalty: Int {
    let columns = (0..<size).map { x in modules.map { $0[x] } }
    return (modules + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) } + blocks + balance
  }

  /// Long runs of one kind, and what looks like a finder.
  private static func penalty(ofLine line: [Bool]) -> Int {
    var (penalty, run) = (0, 0)
    for index in line.indices {
      run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    let (front, behind) = (finder + [false, false, false, false], [false, false, false, false] + finder)
    for start in 0...max(0, line.count - 11) where line.count >= 11 {
      let part = line[start..<start + 11]
      if part.elementsEqual(front) { penalty += 40 }
      if part.elementsEqual(behind) { penalty += 40 }
    }
    return penalty
  }

  /// Squares of one kind.
  private var blocks: Int {
    var penalty = 0
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let module = modules[y][x]
        if module == modules[y][x + 1], module == modules[y + 1][x], module == modules[y + 1][x + 1] { penalty += 3 }
      }
    }
    return penalty
  }

  /// How far it is from as many dark modules as light ones, in steps of 5 %.
  private var balance: Int {
    let dark = modules.reduce(0) { $0 + $1.count { $0 } }
    let total = size * size
    return ((abs(dark * 20 - total * 10) + total - 1) / total - 1) * 10
  }
}
