import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchState

@Suite("Exporting or copying a request or a group for another program", .timeLimit(.minutes(1)))
struct ExportJourneys {
  @Test("Alt-y on a request asks for the format, and copies without a file")
  func copies() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "Alt-y")
    #expect(await bench.idle().contains("Export or copy cart/pay as…"))
    try await bench.press("Right", "Right", "Enter", "Enter")
    #expect(await bench.idle().contains("Copied cart/pay as Python (httpx)"))
    #expect(bench.terminal.record.copied == ["cart/pay as python"])
  }

  @Test("a name without an ending gets the usual one; a file that is there is replaced only by Ctrl-T")
  func writes() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "Alt-y", "Enter")
    await bench.type("pay")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Wrote cart/pay to pay.sh."))
    try await bench.press("Alt-y", "Enter")
    await bench.type("taken.sh")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Overwrite the file?"))
    try await bench.confirm()
    #expect(await bench.idle().contains("Wrote cart/pay to taken.sh."))
  }

  @Test("y and a letter copies at once; what is left out is shown")
  func letters() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "y", "s")
    await bench.idle()
    try await bench.press("y", "k")
    #expect(await bench.idle().contains("Not exported: retries."))
    #expect(bench.terminal.record.copied == ["cart/pay as swift", "cart/pay as k6"])
  }
}
