import HTTPServing

/// A JSON list whose rows have 256 bytes each, so that its length is known before it is made.
struct JSONRows: PieceSource {
  private static let rowLength = 256
  static let perMegabyte = (1 << 20) / rowLength

  private let count: Int
  private var next = 0

  /// - Parameter count: Of rows; a whole number of megabytes.
  init(count: Int) {
    self.count = count
  }

  mutating func next() async throws -> [UInt8]? {
    guard next < count else { return nil }
    var block = JSONRows.block
    for row in 0..<JSONRows.rowsInBlock { JSONRows.write(number: next + row + 1, into: row, of: &block) }
    if next == 0 { block[0] = UInt8(ascii: "[") }
    next += JSONRows.rowsInBlock
    if next == count { block[block.count - 2] = UInt8(ascii: "]") }
    return block
  }
}

extension JSONRows {
  private static let rowsInBlock = perMegabyte / 16

  /// Rows without their numbers; in all blocks they are the same.
  private static let block: [UInt8] = (0..<rowsInBlock).flatMap(row)

  private static let beforeNumber = #",{"id":"#
  /// The number's room: JSON allows spaces before it.
  private static let numberWidth = 10

  /// `,{…} ` and a line break, filled up to the length with words in `note`.
  private static func row(_ number: Int) -> [UInt8] {
    let item = Item.seeds[number % Item.seeds.count]
    let head = """
      \(beforeNumber)\(String(repeating: " ", count: numberWidth)),"name":"\(item.name)",\
      "price":\(number % 97).\(10 + number % 90),"active":\(number % 3 == 0),"parent":\(number % 10 == 0 ? "null" : "7"),\
      "tags":["\(item.tags[0])","row \(number % 7)"],"place":{"row":\(number / 16),"column":\(number % 16)},"note":"
      """
    let tail = "\"} \n"
    return Array((head + words.prefix(rowLength - head.utf8.count - tail.utf8.count) + tail).utf8)
  }

  private static let words = String(repeating: "the quick brown fox jumps over the lazy dog ", count: 6)

  private static func write(number: Int, into row: Int, of block: inout [UInt8]) {
    var place = row * rowLength + beforeNumber.utf8.count + numberWidth
    var rest = number
    while rest > 0 {
      place -= 1
      block[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
