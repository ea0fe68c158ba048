import ParleyEngine
import Testing

@Suite("The scanner reads pieces of any size", .timeLimit(.minutes(2)))
struct JSONScannerTests {
  @Test("tokens come with their bytes, in order")
  func tokens() throws {
    let events = try scan([#"{"a": [1, "\n"], "b": {}}"#.bytes]).events
    #expect(
      events.map(\.kind) == [
        .objectStart, .key, .colon, .arrayStart, .number, .comma, .string, .arrayEnd, .comma, .key, .colon,
        .objectStart, .objectEnd, .objectEnd,
      ])
    #expect(events[1].range == 1..<4)
    #expect(events[6].range == 10..<14)
    #expect(events[6].hasEscapes)
    #expect(!events[1].hasEscapes)
  }

  @Test("wherever a document is cut, the tokens are the same", arguments: JSONDocuments.accepted)
  func acceptedAtEverySplit(document: String) throws {
    let whole = try scan([document.bytes]).events
    for pieces in JSONDocuments.splits(of: document.bytes) {
      #expect(try scan(pieces).events == whole)
    }
    #expect(try scan(document.utf8.map { [$0] }).events == whole)
  }

  @Test("wherever a document is cut, the mistake is the same", arguments: JSONDocuments.refused)
  func refusedAtEverySplit(document: String, code: JSONSyntaxError.Code) throws {
    let whole = try #require(throws: JSONSyntaxError.self) { try scan([document.bytes]) }
    #expect(whole.code == code)
    for pieces in JSONDocuments.splits(of: document.bytes) + [document.utf8.map { [$0] }] {
      #expect(throws: whole) { try scan(pieces) }
    }
  }

  @Test("wherever it is cut, invalid UTF-8 is found at the same byte", arguments: JSONDocuments.invalidUTF8)
  func invalidUTF8AtEverySplit(bytes: [UInt8]) throws {
    let document = "[\"ok\", \"".bytes + bytes + "\"]".bytes
    let whole = try #require(throws: JSONSyntaxError.self) { try scan([document]) }
    for pieces in JSONDocuments.splits(of: document) { #expect(throws: whole) { try scan(pieces) } }
  }

  @Test("a reader that replaces invalid UTF-8 itself can have it passed over", arguments: JSONDocuments.invalidUTF8)
  func lenientUTF8(bytes: [UInt8]) throws {
    let document = "[\"".bytes + bytes + "\", 1]".bytes
    for pieces in JSONDocuments.splits(of: document) {
      let recorder = try scan(pieces, with: JSONScanner(requiresUTF8: false))
      #expect(recorder.events.map(\.kind) == [.arrayStart, .string, .comma, .number, .arrayEnd])
    }
  }

  @Test("a million levels are read without a recursion")
  func depth() throws {
    let depth = 1_000_000
    var scanner = JSONScanner()
    var counter = EventCounter()
    try scanner.scan(Array(repeating: UInt8(ascii: "["), count: depth), into: &counter)
    #expect(scanner.depth == depth)
    try scanner.scan(Array(repeating: UInt8(ascii: "]"), count: depth), into: &counter)
    try scanner.finish(into: &counter)
    #expect(counter.count == 2 * depth)
  }

  @Test("objects and arrays may alternate at any depth")
  func mixedDepth() throws {
    let opening = String(repeating: #"{"a":["#, count: 1000)
    let closing = String(repeating: "]}", count: 1000)
    _ = try scan([(opening + closing).bytes])
    #expect(throws: JSONSyntaxError.self) { try scan([(opening + "]" + closing).bytes]) }
  }

  @Test("after a mistake the scanner stays with it")
  func staysFailed() throws {
    var scanner = JSONScanner()
    var counter = EventCounter()
    let first = try #require(throws: JSONSyntaxError.self) { try scanner.scan("[1,,".bytes, into: &counter) }
    #expect(throws: first) { try scanner.scan("2]".bytes, into: &counter) }
    #expect(throws: first) { try scanner.finish(into: &counter) }
    #expect(scanner.failure == first)
    #expect(scanner.offset == 3)
  }

  private func scan(_ pieces: [[UInt8]], with scanner: JSONScanner = JSONScanner()) throws -> EventRecorder {
    var scanner = scanner
    var recorder = EventRecorder()
    for piece in pieces { try scanner.scan(piece, into: &recorder) }
    try scanner.finish(into: &recorder)
    return recorder
  }
}

struct EventRecorder: JSONEventHandler {
  var events: [JSONEvent] = []

  mutating func handle(_ event: JSONEvent) {
    events.append(event)
  }
}

struct EventCounter: JSONEventHandler {
  var count = 0

  mutating func handle(_ event: JSONEvent) {
    count += 1
  }
}
