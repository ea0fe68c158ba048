import Commands
import ParleyEngine
import Testing

@Suite("parley runs and parley cache, where nothing is kept", .timeLimit(.minutes(1)))
struct StoredThingsCommandTests {
  private let workspace = Result { try CommandFolder(["requests/items.yaml": "url: /items\n"]) }

  @Test("the list of runs is empty, and a run that is not there is named")
  func runs() async throws {
    let arguments = try workspace.get().arguments
    let console = RecordingConsole()
    #expect(await RunsCommand(.list(group: nil, limit: 5), arguments).run(on: console) == .good)
    #expect(console.text.isEmpty && console.told.notes == ["No run is recorded."])
    #expect(await RunsCommand(.show("7"), arguments).run(on: console) == .usage)
    #expect(console.told.notes.last?.isEmpty == false && console.told.notes.joined().contains("7"))
  }

  @Test("the list of entries is empty, and a request that is not there names the one nearest to it")
  func cache() async throws {
    let arguments = try workspace.get().arguments
    let console = RecordingConsole()
    #expect(await CacheCommand(.list(words: ""), arguments).run(on: console) == .good)
    #expect(console.told.notes == ["The cache is empty."])
    #expect(await CacheCommand(.why(.request("itmes")), arguments).run(on: console) == .usage)
    #expect(console.told.notes.joined().contains("items"))
  }
}
