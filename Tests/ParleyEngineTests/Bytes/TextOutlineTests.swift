import ParleyEngine
import Testing

@Suite("A text of any size is read by lines", .timeLimit(.minutes(2)))
struct TextOutlineTests {
  @Test(
    "lines end with a line feed, a carriage return before it or not",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("a\r\nb\r\n", ["a", "b"]),
      ("\r\n", [""]), ("a\rb\n", ["a\rb"]), ("\r\r\n", ["\r"]), ("é\n中", ["é", "中"]),
    ])
  func lines(text: String, expected: [String]) throws {
    let outline = try outline(InMemoryBytes(text))
    #expect(outline.lineCount == expected.count)
    #expect(try outline.lines(in: 0..<outline.lineCount).map(\.text) == expected)
    #expect(outline.isComplete)
  }

  @Test("any window across many checkpoints is the same as reading all", arguments: ["\n", "\r\n"])
  func windows(lineBreak: String) throws {
    let lines = (0..<4000).map { "line \($0) " + String(repeating: "x", count: $0 % 37) }
    let source = TestBytes(lines.joined(separator: lineBreak).bytes)
    let outline = try outline(source)
    #expect(outline.lineCount == lines.count)
    _ = source.takeBytesRead()
    for start in stride(from: 0, to: lines.count, by: 331) {
      let window = try outline.lines(in: start..<start + 40)
      #expect(window.map(\.text) == Array(lines[start..<min(start + 40, lines.count)]))
      #expect(window.first?.number == start)
      #expect(source.takeBytesRead() < 64 * 1024)
    }
  }

  @Test("the line of a byte, and the bytes of a line")
  func places() throws {
    let text = (0..<3000).map { "row \($0)\r\n" }.joined()
    let outline = try outline(InMemoryBytes(text))
    for line in stride(from: 0, to: 3000, by: 271) {
      let bytes = try #require(try outline.bytes(ofLine: line))
      #expect(try outline.line(ofByte: bytes.lowerBound) == line)
      #expect(try outline.line(ofByte: bytes.upperBound + 1) == line)
    }
    #expect(try outline.bytes(ofLine: 3000) == nil)
    #expect(try outline.line(ofByte: text.utf8.count + 5) == 2999)
  }

  @Test("a giant line is shown by pieces, and the lines around it are found")
  func giantLine() throws {
    let giant = String(repeating: "äöü", count: 30_000)
    let source = TestBytes("first\n\(giant)\r\nlast".bytes)
    let outline = try outline(source)
    _ = source.takeBytesRead()
    let lines = try outline.lines(in: 0..<3, limit: 9)
    #expect(lines.map(\.text) == ["first", "äöüä", "last"])
    #expect(lines.map(\.isTruncated) == [false, true, false])
    #expect(lines[1].bytes == 6..<180_006)
    let middle = try #require(try outline.lines(in: 1..<2, skipping: 90_001, limit: 6).first)
    #expect(middle.text == "öü")
    #expect(middle.shown == 90_008..<90_012)
    let end = try #require(try outline.lines(in: 1..<2, skipping: 179_998, limit: 60).first)
    #expect(end.text == "ü")
    #expect(!end.isTruncated)
    #expect(try outline.lines(in: 1..<2, skipping: 999_999).first?.text == "")
    #expect(source.takeBytesRead() < 160 * 1024)
  }

  @Test("bytes that are no UTF-8 are shown as U+FFFD")
  func invalidUTF8() throws {
    let outline = try outline(InMemoryBytes([0x61, 0xFF, 0x62, 0x0A, 0xC3]))
    #expect(try outline.lines(in: 0..<2).map(\.text) == ["a\u{FFFD}b", "\u{FFFD}"])
  }

  @Test("it grows with the source")
  func growing() throws {
    let source = TestBytes("one\ntw".bytes, isComplete: false)
    var outline = TextOutline(source)
    try outline.extend()
    #expect(try outline.lines(in: 0..<9).map(\.text) == ["one", "tw"])
    source.append("o\nthree".utf8)
    try outline.extend(limit: 1)
    #expect(outline.consumed == 7)
    try outline.extend()
    #expect(try outline.lines(in: 0..<9).map(\.text) == ["one", "two", "three"])
    #expect(!outline.isComplete)
    source.complete()
    #expect(try !outline.extend())
    #expect(outline.isComplete)
  }

  private func outline(_ source: any ByteSource) throws -> TextOutline {
    var outline = TextOutline(source)
    try outline.extend()
    return outline
  }
}

@Suite("Bytes that are no text are shown in sixteens", .timeLimit(.minutes(2)))
struct HexDumpTests {
  @Test("with address, digits and what is visible")
  func lines() throws {
    let dump = HexDump(InMemoryBytes(Array(0...0x40)))
    #expect(dump.lineCount == 5)
    let lines = try dump.lines(in: 3..<9)
    #expect(lines.map(\.address) == ["00000030", "00000040"])
    #expect(lines[0].hexadecimal == "30 31 32 33 34 35 36 37  38 39 3a 3b 3c 3d 3e 3f")
    #expect(lines[0].text == "0123456789:;<=>?")
    #expect(lines[1].hexadecimal == "40" + String(repeating: " ", count: 46))
    #expect(lines[1].text == "@")
    #expect(try dump.lines(in: 0..<1)[0].text == "................")
    #expect(HexLine(offset: 1 << 36, bytes: []).address == "1000000000")
  }

  @Test("where there is less room, in eights or fours, each line as wide as said", arguments: HexDump.widths)
  func narrow(width: Int) throws {
    let bytes: [UInt8] = Array(0...0x40)
    let dump = HexDump(InMemoryBytes(bytes), bytesPerLine: width)
    let lines = try dump.lines(in: 0..<dump.lineCount)
    #expect(lines.flatMap(\.bytes) == bytes && lines.dropLast().allSatisfy { $0.bytes.count == width })
    #expect(lines.enumerated().allSatisfy { $1.offset == $0 * width })
    #expect(lines.dropLast().allSatisfy { $0.hexadecimal.count + 2 + $0.text.count == HexDump.columns(of: width) })
    #expect(Set(lines.map(\.hexadecimal.count)).count == 1)
  }

  @Test("nothing has no lines")
  func nothing() throws {
    let dump = HexDump(InMemoryBytes([]))
    #expect(dump.lineCount == 0)
    #expect(try dump.lines(in: 0..<10).isEmpty)
  }
}
