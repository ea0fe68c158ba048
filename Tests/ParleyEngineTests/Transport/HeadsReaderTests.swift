import HTTPTypes
import Testing

@testable import ParleyHTTP

@Suite("Reading one head after the other", .timeLimit(.minutes(2)))
struct HeadsReaderTests {
  private let reader = HeadsReader(names: HeaderNames())
  private let first = ["HTTP/1.1 200 OK", "Date: today", "X-A: 1"]

  /// - Returns: the head as lines; nil where it is not complete.
  private func read(_ lines: [String]) -> [String]? {
    reader.begin()
    var head: HeadReader.Head?
    for line in lines + [""] {
      if case .complete(let complete) = take(line) { head = complete }
    }
    return head.map { head in
      ["\(head.version.rawValue) \(head.status.code) \(head.status.reasonPhrase)"]
        + head.fields.map { "\($0.name.rawName): \($0.value)" }
    }
  }

  private func take(_ line: String) -> HeadReader.Step {
    Array("\(line)\r\n".utf8).withUnsafeBytes { reader.take($0) }
  }

  @Test(
    "What comes behind another head is read as if it were alone",
    arguments: [
      ["HTTP/1.1 200 OK", "Date: today", "X-A: 1"], ["HTTP/1.1 200 OK", "Date: later", "X-A: 1"],
      ["HTTP/1.1 200 OK", "Date: today"], ["HTTP/1.1 200 OK", "Date: today", "X-A: 1", "X-B: 2"],
      ["HTTP/1.1 200 OK", "Date: today", "X-A: 12"], ["HTTP/1.1 404 No", "X-A: 1"], ["HTTP/1.1 200 OK"],
      ["HTTP/1.1 200 OK", "date: today", "x-a: 1"],
    ])
  func another(lines: [String]) {
    for head in [first, lines, lines, first] { #expect(read(head) == head) }
  }

  @Test("A head behind an interim response is known again, with it and without it")
  func interim() {
    let interim = ["HTTP/1.1 100 Continue", ""]
    for lines in [interim + first, interim + first, first, interim + first] { #expect(read(lines) == first) }
  }

  @Test("Cookies are read each time")
  func cookies() {
    for _ in 0..<2 {
      reader.begin()
      for line in ["HTTP/1.1 200 OK", "Set-Cookie: a=1"] { _ = take(line) }
      guard case .complete(let head) = take("") else {
        Issue.record("no head")
        return
      }
      #expect(head.cookies == [Array("a=1".utf8)])
    }
  }

  @Test("Trailers are those of their own response")
  func trailers() {
    for sum in ["7", "8"] {
      #expect(read(first) == first)
      #expect(reader.trailers.isEmpty)
      for line in ["X-Sum: \(sum)", " more", ""] { _ = take(line) }
      #expect(reader.trailers.map { "\($0.name.rawName): \($0.value)" } == ["X-Sum: \(sum) more"])
    }
    #expect(read(first) == first && reader.trailers.isEmpty)
  }

  @Test("A head too long to be kept in mind is read each time")
  func long() {
    let lines = first + [String](repeating: "X-Long: \(String(repeating: "a", count: 90))", count: 60)
    for _ in 0..<2 { #expect(read(lines) == lines) }
    #expect(read(first) == first)
  }
}
