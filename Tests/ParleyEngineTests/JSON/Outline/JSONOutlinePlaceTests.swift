import ParleyEngine
import Testing

@Suite("Every line of an outline knows where it stands", .timeLimit(.minutes(2)))
struct JSONOutlinePlaceTests {
  @Test("its path leads to its value, and its value is that", arguments: 0..<12)
  func paths(seed: Int) throws {
    let value = OutlineSamples.document(seed: seed, members: 5 + seed * 12)
    let outline = try JSONOutline(JSONPrinter.pretty.string(of: value))
    for line in stride(from: 0, to: outline.lineCount, by: 1 + seed) {
      let path = try #require(try outline.path(ofLine: line))
      let shown = try #require(try outline.value(atLine: line))
      #expect(try path.resolve(in: value) == shown, "line \(line), \(path)")
    }
  }

  @Test("the line of any byte is the one that shows it")
  func lineOfByte() throws {
    let document = OutlineSamples.items(800)
    let outline = try JSONOutline(document)
    for line in try outline.lines(in: 0..<outline.lineCount) where line.number % 31 == 0 {
      #expect(try outline.line(ofByte: line.bytes.lowerBound) == line.number)
      #expect(try outline.line(ofByte: line.bytes.upperBound - 1) == line.number)
    }
    #expect(try outline.line(ofByte: 0) == 0)
    #expect(try outline.line(ofByte: document.utf8.count + 10) == outline.lineCount - 1)
  }

  @Test("paths name indices and odd keys")
  func named() throws {
    let outline = try JSONOutline(#"{"items":[{"id":1},{"odd \u006bey":[2]}]}"#)
    let paths = try (0..<outline.lineCount).map { try outline.path(ofLine: $0)?.description }
    #expect(
      paths == [
        ".", ".items", ".items[0]", ".items[0].id", ".items[0]", ".items[1]", #".items[1]["odd key"]"#,
        #".items[1]["odd key"][0]"#, #".items[1]["odd key"]"#, ".items[1]", ".items", ".",
      ])
    #expect(try outline.path(ofLine: 12) == nil)
  }

  @Test("a line's container is found from any line in it, and from its end")
  func enclosing() throws {
    let outline = try JSONOutline(#"{"a":[1,{"b":2}],"c":3}"#)
    let lines = try (0..<outline.lineCount).map { try outline.enclosingLine(ofLine: $0) }
    #expect(lines == [nil, 0, 1, 1, 3, 3, 1, 0, 0])
  }

  @Test("the value of a line can be had whole, unless it is too large or not all there")
  func values() throws {
    let outline = try JSONOutline(#"{"a":[1,{"b":2.0}],"c":[3"#)
    #expect(try outline.valueRange(atLine: 1) == 5..<18)
    #expect(try outline.value(atLine: 1) == [1, ["b": 2]])
    #expect(try outline.value(atLine: 4) == 2)
    #expect(try outline.value(atLine: 6) == [1, ["b": 2]])
    #expect(try outline.value(atLine: 1, limit: 5) == nil)
    #expect(try outline.value(atLine: 0) == nil)
    #expect(try outline.value(atLine: 7) == nil)
  }

  @Test("of a repeated key every member is shown")
  func repeatedKeys() throws {
    let outline = try JSONOutline(#"{"a":1,"a":2}"#)
    #expect(try outline.printedLines == ["{", #"  "a": 1,"#, #"  "a": 2"#, "}"])
    #expect(try outline.value(atLine: 1) == 1)
  }
}
