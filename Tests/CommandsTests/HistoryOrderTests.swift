import Commands
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("parley history lists in the order of sending", .timeLimit(.minutes(1)))
struct HistoryOrderTests {
  @Test("a request that took long stands where it was sent, also where the list ends; `last` is the first line")
  func slowAmongFast() async throws {
    let folder = try CommandFolder()
    try await keep(
      ["/fast/1": 30, "/slow": 20, "/fast/2": 10], completing: ["/fast/1", "/fast/2", "/slow"], in: folder)
    #expect(try await urls(limit: 9, in: folder) == ["/fast/2", "/slow", "/fast/1"])
    #expect(try await urls(limit: 1, in: folder) == ["/fast/2"])
    let console = RecordingConsole()
    #expect(await HistoryCommand(.show("last"), folder.arguments).run(on: console) == .good)
    #expect(console.text.contains("/fast/2"))
  }

  /// Keeps exchanges as if they had been sent so many seconds ago.
  private func keep(_ ages: [String: Int], completing paths: [String], in folder: CommandFolder) async throws {
    let session = try await Session.open(
      at: folder.folder.path("w"), state: StateFolder(path: folder.folder.path("state")))
    let now = Timestamp.now()
    for path in paths {
      let time = now.advanced(by: .seconds(-(ages[path] ?? 0)))
      let sent = try session.client.preview(.get("http://shop.test\(path)"))
      try await session.store.keep(
        Exchange(
          id: ExchangeID(at: time), name: nil, startedAt: time, request: sent,
          outcome: .failure(TransportError(.refused, "shop.test:80 refused the connection.", detail: "errno 111"))))
    }
    await session.close()
  }

  private func urls(limit: Int, in folder: CommandFolder) async throws -> [String] {
    let console = RecordingConsole()
    let command = HistoryCommand(.list(filter: "", limit: limit), folder.arguments, printsJSON: true)
    #expect(await command.run(on: console) == .good)
    let listed = try JSONValue(parsing: console.told.output).array ?? []
    return listed.map { String(($0["url"]?.string ?? "").dropFirst("http://shop.test".count)) }
  }
}
