import Foundation
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive

@Suite("The workbench opens where it was left", .timeLimit(.minutes(1)))
struct LastRequestTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: last\nservers: { api: 'http://127.0.0.1:1' }\n", to: "shop/parley.yaml")
    for name in ["cart", "item", "order"] { try folder.write("url: /the/\(name)\n", to: "shop/requests/\(name).yaml") }
  }

  private func bench() async throws -> RunningBench<LiveServices> {
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus)
    let services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
    return try RunningBench(100, 30, running: services, now: Timestamp.now)
  }

  @Test("on the request that was worked on last, and on the first one where that is gone")
  func reopens() async throws {
    let first = try await bench()
    #expect(await first.shows("/the/cart").contains("GET"))
    try await first.press("j", "Enter")
    #expect(await first.idle().contains("/the/item"))

    let second = try await bench()
    #expect(await second.shows("/the/item").contains("GET"))
    try await second.press("F5")
    await second.idle()

    let third = try await bench()
    #expect(await third.shows("/the/item").contains("GET"))
    try await third.press("j")
    await third.shows("/the/order")
    third.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 60, y: 4))))
    await third.idle()
    #expect(await (try bench()).shows("/the/order").contains("GET"))

    let fourth = try await bench()
    await fourth.shows("/the/order")
    try await fourth.press("k", "F5")
    await fourth.idle()

    try FileManager.default.removeItem(atPath: folder.path("shop/requests/item.yaml"))
    #expect(await (try bench()).shows("/the/cart").contains("GET"))
  }
}
