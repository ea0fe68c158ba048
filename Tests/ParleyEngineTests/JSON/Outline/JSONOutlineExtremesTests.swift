import ParleyEngine
import Testing

@Suite("An outline is not impressed by extremes", .timeLimit(.minutes(2)))
struct JSONOutlineExtremesTests {
  @Test("100,000 levels")
  func deep() throws {
    let depth = 100_000
    let source = TestBytes((String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)).bytes)
    var outline = try JSONOutline(reading: source)
    #expect(outline.lineCount == 2 * depth + 1)
    let lines = try outline.lines(in: depth - 1..<depth + 2)
    #expect(lines.map { $0.tokens.map(\.text).joined() } == ["[", "7", "]"])
    #expect(lines.map(\.depth) == [depth - 1, depth, depth - 1])
    #expect(try outline.path(ofLine: depth)?.segments.count == depth)
    #expect(try outline.enclosingLine(ofLine: depth + 1) == depth - 1)
    try outline.fold(depth / 2)
    #expect(try outline.visibleLineCount == depth + 1)
    #expect(try outline.line(ofVisibleLine: depth / 2 + 1) == depth * 3 / 2 + 1)
    try outline.fold(0)
    #expect(try outline.visibleLines(in: 0..<5).map(\.printed) == ["[ 1 ]"])
    #expect(throws: JSONSyntaxError.self) { try outline.value(atLine: 0) }
  }

  @Test("levels beyond all sense are shown, but have no path")
  func absurdlyDeep() throws {
    let outline = try JSONOutline(String(repeating: "[", count: 250_000))
    #expect(outline.problem?.code == .unfinished)
    #expect(try outline.lines(in: 249_999..<250_001).map(\.depth) == [249_999])
    #expect(try outline.path(ofLine: 249_999) == nil)
    #expect(try outline.enclosingLine(ofLine: 249_999) == nil)
    #expect(try outline.path(ofLine: 150_000)?.segments.count == 150_000)
  }

  @Test("levels beyond those a checkpoint knows, in many checkpoints")
  func deeperThanKnown() throws {
    let wide = "[" + (0..<5000).map { #"{"k\#($0)":[\#($0)]}"# }.joined(separator: ",") + "]"
    let document = String(repeating: #"{"d":"#, count: 100) + wide + String(repeating: "}", count: 100)
    var outline = try JSONOutline(document)
    let line = 100 + 1 + 4 * 4321 + 4321 + 2
    let prefix = String(repeating: ".d", count: 100)
    #expect(try outline.path(ofLine: line)?.description == prefix + "[4321].k4321[0]")
    #expect(try outline.enclosingLine(ofLine: line) == line - 1)
    try outline.fold(100)
    #expect(try outline.visibleLines(in: 100..<101).first?.tokens.map(\.text).joined() == #""d": [ 5,000 ]"#)
    #expect(try outline.visibleLineCount == 201)
  }

  @Test("a long string, key or number on one line costs nothing")
  func longTokens() throws {
    let long = String(repeating: "é", count: 50_000)
    let digits = String(repeating: "7", count: 90_000)
    let source = TestBytes("{\"a\":\"\(long)\",\"\(long)\":[0.\(digits),1],\"z\":true}".bytes)
    var outline = try JSONOutline(reading: source)
    _ = source.takeBytesRead()
    let lines = try outline.lines(in: 0..<10, textLimit: 101)
    #expect(source.takeBytesRead() < 64 * 1024)
    #expect(lines.map(\.tokens.count) == [1, 4, 3, 2, 1, 2, 3, 1])
    let token = lines[1].tokens[2]
    #expect(token.text == "\"" + String(repeating: "é", count: 50))
    #expect(token.isTruncated)
    #expect(token.bytes.count == 100_002)
    #expect(lines[3].tokens[0].bytes.count == 90_002)
    try outline.fold(2)
    #expect(try outline.visibleLines(in: 2..<4, textLimit: 2).map { $0.tokens.last?.text } == [",", "tr"])
    #expect(try outline.valueRange(atLine: 6)?.count == 4)
    #expect(source.takeBytesRead() < 100 * 1024)
    #expect(try outline.path(ofLine: 3) == nil)
  }

  @Test("a long string that is still arriving is shown from its beginning")
  func longUnfinished() throws {
    let source = TestBytes(("[1,\"" + String(repeating: "x", count: 200_000)).bytes, isComplete: false)
    let outline = try JSONOutline(reading: source)
    _ = source.takeBytesRead()
    let line = try #require(try outline.lines(in: 2..<3, textLimit: 4).first)
    #expect(line.tokens.map(\.text) == ["\"xxx"])
    #expect(line.tokens.map(\.isFinished) == [false])
    #expect(source.takeBytesRead() < 64 * 1024)
  }

  @Test("long white space between any two tokens is passed over")
  func longWhiteSpace() throws {
    let gap = String(repeating: " \n", count: 50_000)
    let tokens = ["", "{", "\"a\"", ":", "[", "]", ",", "\"b\"", ":", "1", "}", ""]
    let source = TestBytes(tokens.joined(separator: gap).bytes)
    let outline = try JSONOutline(reading: source)
    _ = source.takeBytesRead()
    #expect(try outline.printedLines == ["{", #"  "a": [],"#, #"  "b": 1"#, "}"])
    #expect(source.takeBytesRead() < 250 * 1024)
  }

  @Test(
    "text is cut neither inside a character nor inside an escape",
    arguments: [
      (#""aé""#, 3, "\"a"), (#""a\n""#, 3, "\"a"), (#""a\u00e9b""#, 7, "\"a"), (#""a\\b""#, 4, #""a\\"#),
      (#""😀""#, 4, "\""),
    ])
  func cuts(document: String, limit: Int, text: String) throws {
    let token = try #require(try JSONOutline(document).lines(in: 0..<1, textLimit: limit).first?.tokens.first)
    #expect(token.text == text)
    #expect(token.isTruncated)
  }
}
