import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyHTTP

@Suite("The names of header fields that come again", .timeLimit(.minutes(2)))
struct HeaderNamesTests {
  private func name(_ text: String, by names: HeaderNames) -> HTTPField.Name? {
    Array(text.utf8).withUnsafeBytes { names.name($0) }
  }

  @Test("A name keeps the letters it was written with, however often and beside whatever others it comes")
  func sameName() {
    let names = HeaderNames()
    // More than there are places, so that some fall on the same.
    let written = (0..<1000).flatMap { ["X-Header-\($0)", "x-header-\($0)"] }
    for _ in 0..<2 {
      #expect(written.map { name($0, by: names)?.rawName } == written)
      #expect(written.map { name($0, by: names)?.canonicalName } == written.map { $0.lowercased() })
    }
  }

  @Test("A name that HTTP does not allow is refused every time", arguments: ["", "a b", "Gr\u{FC}n", "a:"])
  func badName(text: String) {
    let names = HeaderNames()
    #expect(name(text, by: names) == nil)
    #expect(name(text, by: names) == nil)
  }
}
