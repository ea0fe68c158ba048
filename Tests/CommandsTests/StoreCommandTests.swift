import Commands
import Foundation
import ParleyEngine
import TestSupport
import Testing

@Suite("parley store says whether everything is there", .timeLimit(.minutes(1)))
struct StoreCommandTests {
  private let workspace = Result { try CommandFolder() }

  private func check() async throws -> (status: Commands.ExitStatus, text: String) {
    let console = RecordingConsole()
    return (await StoreCommand(.check, try workspace.get().arguments).run(on: console), console.text)
  }

  private func get(_ key: String) async throws -> (status: Commands.ExitStatus, notes: [String]) {
    let console = RecordingConsole()
    let status = await SharedCommand(.get(key), try workspace.get().arguments).run(on: console)
    return (status, console.told.notes)
  }

  private func set(_ key: String) async throws {
    let console = RecordingConsole(answer: "v")
    #expect(await SharedCommand(.set(key, .text), try workspace.get().arguments).run(on: console) == .good)
  }

  @Test("where nothing is stored yet, and where something is")
  func whole() async throws {
    #expect(try await check() == (.good, "Nothing is stored yet.\n"))
    try await set("k")
    let after = try await check()
    #expect(after.status == .good && after.text.contains("Everything can be read"))
  }

  @Test("the size says how much of the history is kept, as parley.yaml says", arguments: [false, true])
  func retention(printsJSON: Bool) async throws {
    let folder = try CommandFolder(["parley.yaml": "parley: 1\nid: kept\nhistory: { days: 3, megabytes: 50 }\n"])
    let console = RecordingConsole()
    #expect(await StoreCommand(.size, folder.arguments, printsJSON: printsJSON).run(on: console) == .good)
    guard printsJSON else {
      return #expect(console.told.notes.contains { $0.contains("kept for 3 days, up to 50 MB") }, "\(console.told)")
    }
    let history = try JSONValue(parsing: console.told.output)["history"]
    #expect(history == ["days": 3, "bytes": 50_000_000])
  }

  @Test("a command that needs a database which was removed ends with 3 and names it; the next one finds no key")
  func removed() async throws {
    try await set("k")
    let state = try workspace.get().folder.path("state")
    let files = try #require(FileManager.default.enumerator(atPath: state))
    for case let file as String in files where file.contains("data.sqlite") {
      try FileManager.default.removeItem(atPath: "\(state)/\(file)")
    }
    let first = try await get("k")
    #expect(first.status == .internal)
    let told = first.notes.joined(separator: "\n")
    #expect(told.contains("data.sqlite: A file of the store was missing.") && told.contains("shared data, drafts"))
    #expect(try await get("k").status == .usage)
  }
}
