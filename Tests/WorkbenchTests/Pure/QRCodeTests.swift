import ParleyText
import Testing

@Suite("QR codes", .timeLimit(.minutes(2)))
struct QRCodeTests {
  /// As another encoder draws it.
  private static let hello = """
    #######..#..#.#######
    #.....#.#..#..#.....#
    #.###.#..#....#.###.#
    #.###.#.#..#..#.###.#
    #.###.#...###.#.###.#
    #.....#.###.#.#.....#
    #######.#.#.#.#######
    ..........###........
    #####.####..##.#.#.#.
    .##.....###.#..#.##..
    ..#####.####.#..####.
    .#####...#.....####..
    .##.###....#.#..#.#.#
    ........#.######.#...
    #######.##..#.##..##.
    #.....#...#####.###.#
    #.###.#.##..#...#.##.
    #.###.#.###.#...##...
    #.###.#.#.##.#.#..#..
    #.....#.#.......###..
    #######.####.#..#.##.
    """

  private func rows(_ code: QRCode) -> [String] { code.modules.map { String($0.map { $0 ? "#" : "." }) } }

  @Test("a text is drawn module by module like by other encoders")
  func reference() throws {
    #expect(rows(try #require(QRCode("HELLO?"))).joined(separator: "\n") == Self.hello)
    let large = rows(try #require(QRCode(String(repeating: "y", count: 150))))
    #expect(large.count == 45)
    #expect(large[0] == "#######.#.#.....#...##....#.#.#.##..#.#######")
    #expect(large[22] == "#####.#.####.#..##.##.#.#..#...#....#.#.#.#.#")
    #expect(large[44] == "#######.###...#...#.#.#.#.#.#.#.#.##...#....#")
  }

  @Test("half blocks draw two rows in a line, the light modules unless the dark ones are wished")
  func halfBlocks() throws {
    let code = try #require(QRCode("HELLO?"))
    let light = code.lines()
    #expect(light.count == 13 && light.allSatisfy { $0.count == 25 })
    #expect(light[0] == String(repeating: "█", count: 25))
    #expect(light[1].hasPrefix("██ ▄▄▄▄▄ █"))
    #expect(code.lines(drawsDark: true)[1].hasPrefix("  █▀▀▀▀▀█ "))
  }

  @Test("what is too long has no code")
  func tooLong() {
    #expect(QRCode(String(repeating: "m", count: 858))?.size == 97)
    #expect(QRCode(String(repeating: "m", count: 859)) == nil)
  }
}
