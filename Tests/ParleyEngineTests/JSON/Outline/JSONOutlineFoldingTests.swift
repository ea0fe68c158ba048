import ParleyEngine
import Testing

@Suite("Containers of an outline can be folded", .timeLimit(.minutes(2)))
struct JSONOutlineFoldingTests {
  static let document = #"{"user":{"id":1,"tags":["a","b"]},"items":[{"n":1},{"n":2}],"none":{},"end":true}"#

  @Test("a folded container is one line with the number of what it holds")
  func fold() throws {
    var outline = try JSONOutline(Self.document)
    #expect(try outline.fold(1))
    #expect(try outline.isFolded(1))
    #expect(try outline.printedVisibleLines.prefix(3) == ["{", #"  "user": { 2 },"#, #"  "items": ["#])
    #expect(try outline.visibleLines(in: 1..<2).first?.role == .folded)
    #expect(try outline.visibleLines(in: 1..<2).first?.bytes == 1..<33)
    #expect(try outline.visibleLineCount == outline.lineCount - 6)
    #expect(try !outline.fold(1))
    #expect(try outline.unfold(1))
    #expect(try !outline.unfold(1))
    #expect(try outline.printedVisibleLines == outline.printedLines)
  }

  @Test("inside another folded one it stays folded")
  func nested() throws {
    var outline = try JSONOutline(Self.document)
    try outline.fold(3)
    try outline.fold(1)
    #expect(try outline.printedVisibleLines[1] == #"  "user": { 2 },"#)
    try outline.unfold(1)
    #expect(try outline.printedVisibleLines[3] == #"    "tags": [ 2 ]"#)
  }

  @Test("the document itself can be folded")
  func root() throws {
    var outline = try JSONOutline(Self.document)
    try outline.fold(0)
    #expect(try outline.printedVisibleLines == ["{ 4 }"])
    outline.unfoldAll()
    outline.foldAll(atLevel: 0)
    #expect(try outline.printedVisibleLines == ["{ 4 }"])
  }

  @Test("lines that open nothing cannot be folded", arguments: [2, 4, 6, 14, 16, -1, 99])
  func unfoldable(line: Int) throws {
    var outline = try JSONOutline(Self.document)
    #expect(try !outline.fold(line))
    #expect(try !outline.unfold(line))
    #expect(try !outline.isFolded(line))
  }

  @Test("all of one level are folded at once, and single ones opened again")
  func level() throws {
    var outline = try JSONOutline(Self.document)
    outline.foldAll(atLevel: 1)
    let folded = ["{", #"  "user": { 2 },"#, #"  "items": [ 2 ],"#, #"  "none": {},"#, #"  "end": true"#, "}"]
    #expect(try outline.printedVisibleLines == folded)
    try outline.unfold(8)
    #expect(try outline.printedVisibleLines.count == folded.count + 7)
    try outline.fold(9)
    #expect(try outline.printedVisibleLines[3] == "    { 1 },")
    try outline.fold(8)
    #expect(try outline.printedVisibleLines == folded)
    outline.foldAll(atLevel: 99)
    #expect(try outline.printedVisibleLines == folded)
  }

  @Test("big numbers are grouped")
  func grouping() throws {
    let document = { (count: Int) in "[" + (0..<count).map(String.init).joined(separator: ",") + "]" }
    for (count, text) in [(7, "[ 7 ]"), (999, "[ 999 ]"), (1024, "[ 1,024 ]"), (12_345, "[ 12,345 ]")] {
      var outline = try JSONOutline(document(count))
      try outline.fold(0)
      #expect(try outline.printedVisibleLines == [text])
    }
  }

  @Test("what hides a line can be opened")
  func reveal() throws {
    var outline = try JSONOutline(Self.document)
    try outline.fold(3)
    try outline.fold(1)
    try outline.fold(8)
    try outline.reveal(4)
    #expect(try !outline.isFolded(1))
    #expect(try !outline.isFolded(3))
    #expect(try outline.isFolded(8))
    outline.foldAll(atLevel: 1)
    try outline.reveal(10)
    #expect(try outline.line(ofVisibleLine: outline.visibleLine(ofLine: 10)) == 10)
  }

  @Test("one that is still arriving grows folded")
  func arriving() throws {
    let source = TestBytes(#"{"a":[1,2"#.bytes, isComplete: false)
    var outline = JSONOutline(source)
    try outline.extend()
    try outline.fold(1)
    #expect(try outline.printedVisibleLines == ["{", #"  "a": [ 2+ ]"#])
    source.append(",3,4".bytes)
    try outline.extend()
    #expect(try outline.printedVisibleLines == ["{", #"  "a": [ 4+ ]"#])
    source.append("],\"b\":5}".bytes)
    source.complete()
    try outline.extend()
    #expect(try outline.printedVisibleLines == ["{", #"  "a": [ 4 ],"#, #"  "b": 5"#, "}"])
  }

  @Test("a long folded container is passed without reading it")
  func readsLittle() throws {
    let source = TestBytes(OutlineSamples.items(6000).bytes)
    var outline = try JSONOutline(reading: source)
    _ = source.takeBytesRead()
    try outline.fold(1)
    let lines = try outline.visibleLines(in: 0..<60).map(\.printed)
    #expect(lines == ["{", #"  "items": [ 6,000 ],"#, #"  "total": 6000"#, "}"])
    #expect(source.takeBytesRead() < 400 * 1024)
  }
}
