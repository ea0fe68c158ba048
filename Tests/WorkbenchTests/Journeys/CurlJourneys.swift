import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench

@Suite("Copying a request as curl", .timeLimit(.minutes(1)))
struct CurlJourneys {
  @Test("y c asks nothing, and copies what would be sent with its secrets masked")
  func masked() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "y", "c")
    await bench.idle()
    #expect(
      bench.terminal.record.copied == ["curl 'http://127.0.0.1:8080/cart/pay' --user 'ada:\(Secrets.mask)'"])
  }

  @Test("y C asks for what is asked before a send, and copies it whole")
  func whole() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("Enter", "y", "C")
    #expect(await bench.idle().contains("Before cart/pay is copied"))
    await bench.type("geheim")
    try await bench.press("Enter")
    await bench.idle()
    #expect(bench.terminal.record.copied == ["curl 'http://127.0.0.1:8080/cart/pay' --user 'ada:geheim'"])
  }
}

@Suite("The hints of a screen", .timeLimit(.minutes(1)))
struct HintJourneys {
  @Test(
    "F5 says what it sends on every screen, with its method where the request is not to be seen",
    arguments: [("1", "cart/pay"), ("3", "POST cart/pay"), ("4", "POST cart/pay"), ("5", "POST cart/pay")])
  func sending(_ screen: String, _ request: String) async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press(screen)
    await bench.idle()
    #expect(bench.terminal.frame.lines.last?.hasPrefix(" F5 send \(request)  ") == true)
  }
}
