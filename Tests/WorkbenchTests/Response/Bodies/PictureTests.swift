import Glibc
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A picture in half blocks", .timeLimit(.minutes(1))) struct PictureTests {
  /// A PNG whose rows are given with their filters, stored without compression.
  private func png(_ width: Int, _ height: Int, color: UInt8, depth: UInt8 = 8, _ rows: [[UInt8]], more: [UInt8] = [])
    -> [UInt8]
  {
    let data = rows.flatMap(\.self)
    let length = [UInt8(data.count & 255), UInt8(data.count >> 8)]
    let zlib = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + data + adler(data)
    let head = big(width) + big(height) + [depth, color, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", head) + more + chunk("IDAT", zlib)
      + chunk("IEND", [])
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] { big(data.count) + name.utf8 + data + [0, 0, 0, 0] }

  private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

  private func adler(_ data: [UInt8]) -> [UInt8] {
    let (a, b) = data.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + Int(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return big(b << 16 | a)
  }

  /// That of the demo: 48 by 32.
  private func samplePicture() throws -> [UInt8] {
    let descriptor = open(Repository.root + "/workspaces/demo/files/picture.png", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  @Test("filters are taken off, and colours are the nearest of the palette")
  func colours() throws {
    let rows: [[UInt8]] = [
      [1, 255, 0, 0, 0, 255, 0],  // red, and by the difference yellow
      [2, 0, 0, 0, 0, 0, 0],  // as above
      [3, 128, 0, 0, 0, 0, 0],
      [4, 0, 0, 255, 0, 0, 0],
    ]
    let grid = try #require(PNGDecoder(png(2, 4, color: 2, rows))).sampled(columns: 10, rows: 10)
    #expect(grid.columns == 2 && grid.colors.count == 8)
    #expect(grid.colors[0...3] == [196, 226, 196, 226])
    #expect(grid.colors[6] != nil && grid.lines.count == 2)
    #expect(grid.lines[0].plain == "▀▀")
    #expect(grid.lines[0].spans[0].style == Style(.palette(196), on: .palette(196)))
  }

  @Test("a palette with transparency, at two bits a pixel")
  func palette() throws {
    let more = chunk("PLTE", [0, 0, 0, 255, 255, 255]) + chunk("tRNS", [0])
    let grid = try #require(PNGDecoder(png(4, 1, color: 3, depth: 2, [[0, 0b0001_0001]], more: more)))
      .sampled(columns: 9, rows: 9)
    #expect(grid.colors == [nil, 231, nil, 231])
    #expect(grid.lines.map(\.plain) == [" ▀ ▀"])
  }

  @Test("a large one is made small with its proportions, a damaged one is shown as far as it goes")
  func sizes() throws {
    let file = try samplePicture()
    let decoder = try #require(PNGDecoder(file))
    let small = decoder.sampled(columns: 24, rows: 100)
    #expect(small.columns == 24 && small.colors.count == 24 * 16)
    #expect(decoder.sampled(columns: 100, rows: 100).columns == 48)
    #expect(PNGDecoder(Array(file.prefix(file.count / 2)))?.sampled(columns: 24, rows: 16).lines.count == 8)
    #expect(PNGDecoder(Array(file.prefix(20))) == nil)
  }

  @Test("the response pane shows it, with its size, and its bytes after m")
  func pane() async throws {
    let file = try samplePicture()
    var test = try await ResponsePaneUnderTest(InMemoryBytes(file), type: "image/png", width: 90)
    #expect(test.picture.contains("▀▀▀") && test.picture.contains("PNG image, 48 × 32  preview"))
    try await test.press("m")
    #expect(test.picture.contains("89 50 4e 47"))
    let cut = try await ResponsePaneUnderTest(InMemoryBytes(Array(file.prefix(26))), type: "image/png")
    #expect(cut.pane.body.mode == .hex && cut.picture.contains("89 50 4e 47"))
  }
}
