import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The log strip", .timeLimit(.minutes(1)))
struct StripJourneys {
  /// Lines that an earlier run of the program has left, an hour apart, the last one an hour before the start.
  private static func earlier(_ names: String..., daysAgo: Int64 = 0) -> [LogEntry] {
    names.enumerated().map { place, name in
      let hours = Int64(names.count - place) + 24 * daysAgo
      let time = BenchUnderTest.start.advanced(by: .seconds(-3600 * hours))
      let subject = Event.Subject(
        exchange: ExchangeID(rawValue: "old \(place)"), name: name, callID: nil, server: nil, method: "GET",
        url: "http://127.0.0.1:8080/\(name)")
      return LogEntry(
        id: Int64(place) - 1000, time: time, .event(Event(sequence: UInt64(place), time: time, kind: .sent(subject))))
    }
  }

  private func bench(_ log: [LogEntry] = [], _ width: Int = 100, _ height: Int = 40) async throws -> BenchUnderTest {
    let services = FakeServices()
    services.change { $0.log = log }
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    return bench
  }

  private func strip(_ bench: BenchUnderTest, lines: Int = 5) -> [String] {
    bench.terminal.frame.lines.dropLast().suffix(lines)
  }

  @Test("it shows the newest lines under the panes, is made taller with L, and its lines open too")
  func newest() async throws {
    let bench = try await bench()
    try await bench.press("F5")
    #expect(await bench.idle().contains("response received"))
    try await bench.press("L")
    #expect(bench.terminal.frame.lines[27].hasPrefix("├") == false)
    try await bench.press("Tab", "Tab", "Tab", "Enter")
    #expect(await bench.idle().contains("history.gone"))
  }

  @Test("it begins with the newest lines that earlier runs have left")
  func earlierRuns() async throws {
    let bench = try await bench(Self.earlier("cart/pay", "user/login"))
    #expect(strip(bench).contains { $0.contains("sent") && $0.contains("cart/pay") })
    #expect(strip(bench).contains { $0.contains("sent") && $0.contains("user/login") })
  }

  @Test("it follows the request that is opened, and shows everything when asked")
  func scope() async throws {
    let bench = try await bench(Self.earlier("cart/pay", "user/login"))
    try await bench.press("/")
    await bench.type("login")
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(strip(bench).joined().contains("sent") && strip(bench).joined().contains("events of user/login"))
    #expect(!strip(bench).joined().contains("cart/pay"))
    try await bench.press("Alt-l")
    await bench.idle()
    #expect(strip(bench).joined().contains("cart/pay") && strip(bench).joined().contains("user/login"))
    #expect(!strip(bench).joined().contains("only"))
  }

  @Test("it names the request whose lines it shows, and not yet the one whose lines are still to be read")
  func names() throws {
    var strip = LogStrip()
    strip.resize(to: Size(width: 100, height: 5))
    func picture() -> String {
      var frame = Frame(size: Size(width: 100, height: 5))
      let context = ViewContext(now: BenchUnderTest.start, workspace: .shop)
      strip.draw(into: &frame, in: frame.bounds, isFocused: false, context: context)
      return frame.text
    }
    let context = ViewContext(now: BenchUnderTest.start, workspace: .shop)
    _ = strip.loadIfNeeded(for: .request("cart/pay"))
    _ = strip.update(.lines(Self.earlier("cart/pay"), of: .request("cart/pay")), in: context)
    _ = strip.loadIfNeeded(for: .request("user/login"))
    #expect(picture().contains("events of cart/pay") && picture().contains("sent"))
    _ = strip.update(.lines([], of: .request("user/login")), in: context)
    #expect(picture().contains("events of user/login") && !picture().contains("sent"))
    #expect(picture().contains("No events under the name user/login yet."))
  }

  @Test("in a strip of one row the sentence in place of lines stands alone, and says where it is cut")
  func oneRow() {
    var strip = LogStrip()
    strip.resize(to: Size(width: 60, height: 1))
    let context = ViewContext(now: BenchUnderTest.start, workspace: .shop)
    let id: RequestID = "folder-request/items-of-a-folder-with-a-long-name"
    _ = strip.loadIfNeeded(for: .request(id))
    _ = strip.update(.lines([], of: .request(id)), in: context)
    var frame = Frame(size: Size(width: 60, height: 1))
    strip.draw(into: &frame, in: frame.bounds, isFocused: false, context: context)
    #expect(frame.text.hasPrefix("  No events under the name folder-request/items-of") && frame.text.hasSuffix("…"))
  }

  @Test("a line of an older day carries its date, and those of today stay in their column")
  func dates() async throws {
    let old = Self.earlier("cart/pay", daysAgo: 3)
    let bench = try await bench(old + Self.earlier("cart/pay"))
    let times = strip(bench).suffix(2).map { String($0.dropFirst(2).prefix(15)) }
    let (before, today) = (old[0].time, BenchUnderTest.start.advanced(by: .seconds(-3600)))
    #expect(times == ["\(before.localDay) \(before.localClock)", "       \(today.localClock)"])
  }

  @Test("the line one has gone back to stays under the cursor when something new comes in")
  func staysWithItsLine() async throws {
    let bench = try await bench(Self.earlier("cart/pay", "cart/pay"))
    try await bench.press("Tab", "Tab", "Tab", "k")
    bench.services.client.events.post(custom: "more")
    await bench.idle()
    let chosen = (0..<40).last { bench.terminal.frame[Point(x: 0, y: $0)].style == Style(.mark, on: .selection) }
    #expect(chosen == 36)
  }

  @Test("left at an older line, it shows the newest ones again")
  func followsAgain() async throws {
    let bench = try await bench(Self.earlier("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"))
    try await bench.press("Tab", "Tab", "Tab", "g")
    await bench.idle()
    #expect(strip(bench).joined().contains("n0") && !strip(bench).joined().contains("n9"))
    try await bench.press("Tab")
    await bench.idle()
    #expect(strip(bench).last?.contains("n9") == true)
    bench.services.client.events.post(custom: "more")
    await bench.idle()
    #expect(strip(bench).last?.contains("more") == true)
  }

  @Test("a log that cannot be read is told once, and the program goes on")
  func unreadable() async throws {
    let bench = try await bench()
    bench.services.change { $0.failures["newestLines"] = Problem(code: "store.full", "The disk is full.") }
    try await bench.press("F5")
    #expect(await bench.idle().contains("200"))
    #expect(bench.services.snapshot.reported.count == 1)
  }
}
