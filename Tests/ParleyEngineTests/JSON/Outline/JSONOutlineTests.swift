import ParleyEngine
import Testing

@Suite("The outline of a document is its pretty print, line by line", .timeLimit(.minutes(2)))
struct JSONOutlineTests {
  @Test("of any document, however it is laid out", arguments: 0..<40)
  func lines(seed: Int) throws {
    let value = OutlineSamples.document(seed: seed, members: seed * 10)
    let pretty = JSONPrinter.pretty.string(of: value)
    let expected = pretty.split(separator: "\n").map(String.init)
    for document in [pretty, JSONPrinter.compact.string(of: value)] {
      let outline = try JSONOutline(document)
      #expect(outline.isComplete)
      #expect(outline.problem == nil)
      #expect(outline.lineCount == expected.count)
      #expect(try outline.printedLines == expected)
    }
  }

  @Test("any window of it, across many checkpoints")
  func windows() throws {
    let document = OutlineSamples.items(3000)
    let (outline, expected) = (try JSONOutline(document), try pretty(document))
    #expect(outline.lineCount == expected.count)
    for start in stride(from: 0, to: expected.count, by: 997) {
      let range = start..<min(start + 60, expected.count)
      #expect(try outline.lines(in: range).map(\.printed) == Array(expected[range]))
      #expect(try outline.lines(in: range).map(\.number) == Array(range))
    }
    #expect(try outline.lines(in: expected.count..<expected.count + 5).isEmpty)
    #expect(try outline.lines(in: expected.count - 1..<expected.count + 5).count == 1)
  }

  @Test("a window is found by reading little")
  func readsLittle() throws {
    let source = TestBytes(OutlineSamples.items(6000).bytes)
    let outline = try JSONOutline(reading: source)
    _ = source.takeBytesRead()
    _ = try outline.lines(in: outline.lineCount / 2..<outline.lineCount / 2 + 60)
    #expect(source.takeBytesRead() < 64 * 1024)
    _ = try outline.path(ofLine: outline.lineCount - 10)
    #expect(source.takeBytesRead() < 64 * 1024)
  }

  @Test(
    "scalars alone and empty documents", arguments: [("7", 1), ("\"a\"", 1), ("null", 1), ("[]", 1), (" {\n} ", 1)])
  func small(document: String, count: Int) throws {
    let outline = try JSONOutline(document)
    #expect(outline.lineCount == count)
    #expect(try outline.printedLines == [document.filter { !$0.isWhitespace }])
  }

  @Test("nothing has no lines, and that is a mistake")
  func nothing() throws {
    let outline = try JSONOutline("  ")
    #expect(outline.lineCount == 0)
    #expect(try outline.printedLines == [])
    #expect(outline.problem?.code == .unfinished)
  }

  @Test("tokens have their kinds and their bytes")
  func tokens() throws {
    let line = try #require(try JSONOutline(#"{"a": "x", "b" : -1 }"#).lines(in: 1..<3).last)
    #expect(line.tokens.map(\.text) == ["\"b\"", ": ", "-1"])
    #expect(line.tokens.map(\.kind) == [.key, .punctuation, .number])
    #expect(line.tokens.map(\.bytes) == [11..<14, 14..<14, 17..<19])
    #expect(line.bytes == 11..<19)
    let kinds = try JSONOutline("[true,false,null,[]]").lines(in: 1..<5).map(\.tokens[0].kind)
    #expect(kinds == [.literal, .literal, .literal, .punctuation])
  }

  @Test(
    "escapes of visible characters are shown as these, others as they are written",
    arguments: [
      (#""\u00e9\u4e2d\ud83d\ude00\/""#, "\"é中😀/\""),
      (#""\n\t\"\\\u0000\u202e\ud800\u0022""#, #""\n\t\"\\\u0000\u202e\ud800\u0022""#),
      (#""\\u0041""#, #""\\u0041""#),
    ])
  func readable(document: String, shown: String) throws {
    let token = try #require(try JSONOutline(document).lines(in: 0..<1).first?.tokens.first)
    #expect(token.text == shown)
    #expect(token.isVerbatim == (document == shown))
  }

  @Test("invalid UTF-8 in a string is shown as U+FFFD, and is no end")
  func invalidUTF8() throws {
    let outline = try JSONOutline(reading: InMemoryBytes("[\"a".bytes + [0xFF, 0xC3] + "\",1]".bytes))
    #expect(try outline.printedLines == ["[", "  \"a\u{FFFD}\u{FFFD}\",", "  1", "]"])
    #expect(outline.problem == nil)
  }
}

@Suite("The outline of a document that breaks off or is wrong keeps what came before", .timeLimit(.minutes(2)))
struct JSONOutlineProblemTests {
  @Test(
    "lines up to the mistake",
    arguments: [
      (
        #"{"a":1,"b":[2,3"#, ["{", #"  "a": 1,"#, #"  "b": ["#, "    2,", "    3"], JSONSyntaxError.Code.unfinished, 15
      ),
      (#"{"a":1,"b":tru"#, ["{", #"  "a": 1,"#, #"  "b": tru"#], .unfinished, 14),
      (#"{"a":"wor"#, ["{", #"  "a": "wor"#], .unfinished, 9),
      (#"{"ke"#, ["{", #"  "ke"#], .unfinished, 4),
      (#"{"key""#, ["{", #"  "key": "#], .unfinished, 6),
      (#"{"key":"#, ["{", #"  "key": "#], .unfinished, 7),
      (#"[1,{"a":2},oops,3]"#, ["[", "  1,", "  {", #"    "a": 2"#, "  },"], .unexpected, 11),
      ("[1]]", ["[", "  1", "]"], .trailing, 3),
      ("[\"ab\u{1}\"]", ["[", "  \"ab"], .controlCharacter, 4),
      ("[01]", ["[", "  0"], .invalidNumber, 2),
    ])
  func mistakes(document: String, lines: [String], code: JSONSyntaxError.Code, offset: Int) throws {
    let outline = try JSONOutline(document)
    #expect(outline.isComplete)
    #expect(outline.problem?.code == code)
    #expect(outline.problem?.place.offset == offset)
    #expect(outline.lineCount == lines.count)
    #expect(try outline.printedLines == lines)
  }

  @Test("a source that fails can be read on later")
  func sourceFailure() throws {
    struct Broken: Error {}
    let source = TestBytes("[1,2]".bytes)
    var outline = JSONOutline(source)
    source.fail(with: Broken())
    #expect(throws: Broken.self) { try outline.extend() }
    #expect(!outline.isComplete)
    source.fail(with: nil)
    try outline.extend()
    #expect(try outline.printedLines == ["[", "  1,", "  2", "]"])
  }
}

@Suite("The outline grows with the document", .timeLimit(.minutes(2)))
struct JSONOutlineGrowthTests {
  static let document = #" {"a" : "x\u0041y", "b":[1, 2.5e1 ,{ }, [ ]],"longer key": {"c":true,"é":null} } "#

  @Test("cut anywhere, the whole is the same in the end")
  func everySplit() throws {
    let expected = try pretty(Self.document).map { $0.replacing("\\u0041", with: "A") }
    for split in 0...Self.document.utf8.count {
      let source = TestBytes(Array(Self.document.utf8.prefix(split)), isComplete: false)
      var outline = JSONOutline(source)
      try outline.extend()
      let early = try outline.printedLines
      #expect(early.count == outline.lineCount)
      #expect(zip(early.dropLast(), expected).allSatisfy { $1.hasPrefix($0) })
      source.append(Self.document.utf8.dropFirst(split))
      source.complete()
      try outline.extend()
      #expect(try outline.printedLines == expected)
      #expect(outline.isComplete)
    }
  }

  @Test("byte by byte, lines are never taken back")
  func byteByByte() throws {
    let source = TestBytes([], isComplete: false)
    var outline = JSONOutline(source)
    var before = 0
    for byte in Self.document.utf8 {
      source.append([byte])
      #expect(try outline.extend())
      #expect(outline.lineCount >= before)
      before = outline.lineCount
      #expect(try outline.lines(in: 0..<before).count == before)
    }
    #expect(!outline.isComplete)
    source.complete()
    #expect(try !outline.extend())
    #expect(outline.isComplete)
  }

  @Test("reading can be limited, so that the first screen comes first")
  func limit() throws {
    var outline = JSONOutline(InMemoryBytes(OutlineSamples.items(2000)))
    try outline.extend(limit: 10_000)
    #expect(outline.consumed == 10_000)
    #expect(try outline.lines(in: 0..<60).count == 60)
    #expect(!outline.isComplete)
    try outline.extend()
    #expect(outline.isComplete)
  }
}
