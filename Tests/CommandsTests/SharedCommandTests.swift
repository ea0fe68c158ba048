import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley shared works on keys", .timeLimit(.minutes(1)))
struct SharedCommandTests {
  private let workspace = Result { try CommandFolder() }

  @discardableResult
  private func run(
    _ action: SharedCommand.Action, typing value: String? = nil, printsJSON: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole(answer: value)
    let command = SharedCommand(action, try workspace.get().arguments, printsJSON: printsJSON)
    return (await command.run(on: console), console)
  }

  @Test("what is set is printed exactly as it is, and a list names it")
  func setting() async throws {
    let set = try await run(.set("token", .text), typing: "t 1 ")
    #expect(set.status == .good && set.console.told.questions == ["token"])
    #expect(try await run(.get("token")).console.text == "t 1 ")
    #expect(try await run(.list(filter: "")).console.text.hasPrefix("token  t 1 "))
    #expect(try await run(.list(filter: "other")).console.text.isEmpty)
  }

  @Test("a key that is not there is an error that says what to do, and prints nothing")
  func missing() async throws {
    let got = try await run(.get("nobody"))
    #expect(got.status == .usage && got.console.text.isEmpty)
    #expect(got.console.told.notes.first == "parley: There is no shared key nobody.")
    try await run(.set("token", .text), typing: "t")
    let slip = try await run(.get("tokne"))
    #expect(slip.console.told.notes.contains { $0.contains("Did you mean “token”?") }, "\(slip.console.told.notes)")
    #expect(try await run(.remove("nobody")).status == .usage)
    let asJSON = try await run(.get("nobody"), printsJSON: true)
    #expect(asJSON.status == .usage && asJSON.console.text.contains("\"error\""))
  }

  @Test("undo brings back what was there, redo what came after it, and the history has both")
  func undoing() async throws {
    try await run(.set("k", .text), typing: "one")
    try await run(.set("k", .text), typing: "two")
    #expect(try await run(.undo("k")).status == .good)
    #expect(try await run(.get("k")).console.text == "one")
    #expect(try await run(.redo("k")).status == .good)
    #expect(try await run(.get("k")).console.text == "two")
    let history = try await run(.history("k", limit: 10)).console.text
    #expect(history.split(separator: "\n").count == 4)
    #expect(history.contains("  two → one  ") && history.contains("  created  "), "\(history)")
    let newest = try await run(.history("k", limit: 1)).console.text
    #expect(newest.split(separator: "\n").count == 1 && newest.contains("  one → two  "), "\(newest)")
  }

  @Test("the history of JSON says at which path it changed")
  func changedPath() async throws {
    try await run(.set("cart", .json), typing: #"{"id": 43, "items": []}"#)
    try await run(.set("cart", .json), typing: #"{"id": 44, "items": []}"#)
    #expect(try await run(.history("cart", limit: 10)).console.text.contains("  .id 43 → 44  "))
  }

  @Test("the expiry of a token inside JSON is listed")
  func tokenInside() async throws {
    let token = ["{\"alg\":\"none\"}", "{\"exp\":4102444800}"].map { Base64.encodeForURL(Array($0.utf8)) } + ["x"]
    try await run(.set("session", .json), typing: #"{"access_token": "\#(token.joined(separator: "."))"}"#)
    let listed = try await run(.list(filter: "type:jwt")).console.text
    #expect(listed.contains("token expires in "), "\(listed)")
  }

  @Test("JSON that is none is refused, and the key stays as it was")
  func invalid() async throws {
    try await run(.set("k", .json), typing: "[1]")
    #expect(try await run(.set("k", .json), typing: "[1").status == .usage)
    #expect(try await run(.get("k")).console.text == "[1]")
  }

  @Test("a key keeps its type where no other is named, and says so where it cannot")
  func keepingType() async throws {
    try await run(.set("k", .json), typing: "[1]")
    try await run(.set("k", nil), typing: #"{"a": 2}"#)
    #expect(try await run(.get("k")).console.text == #"{"a":2}"#)
    let text = try await run(.set("k", nil), typing: "two")
    #expect(text.console.told.notes.contains("⚠ k held JSON, and holds text now."))
    let chosen = try await run(.set("k", .text), typing: "[1]").console.told.notes
    #expect(!chosen.contains { $0.hasPrefix("⚠") }, "\(chosen)")
    try await run(.set("new", nil), typing: "[1]")
    #expect(try await run(.list(filter: "new type:text")).console.text.contains("new"))
  }

  @Test("a key is given an expiry, which lists and JSON show; words that are none are refused")
  func expiring() async throws {
    try await run(.set("k", .text, expiring: "2h"), typing: "v")
    #expect(try await run(.list(filter: "")).console.text.contains("expires in "))
    #expect(try await run(.expire("k", "2001-01-01T00:00:00Z")).status == .good)
    #expect(try await run(.list(filter: "")).console.text.contains("expired"))
    let json = try await run(.get("k"), printsJSON: true).console.text
    #expect(json.contains("\"expires\": \"2001-01-01T00:00:00.000Z\"") && json.contains("\"expired\": true"))
    #expect(try await run(.get("k")).console.text == "v")
    #expect(try await run(.expire("k", "soon")).status == .usage)
    #expect(try await run(.expire("nobody", "1h")).status == .usage)
    #expect(try await run(.expire("k", "never")).status == .good)
    #expect(try await !run(.get("k"), printsJSON: true).console.text.contains("expires"))
    #expect(try await run(.renew("k")).console.told.notes.first?.contains("No request captures") == true)
  }

  @Test("a list takes fields and an order, and looks into values; what cannot be understood is an error")
  func finding() async throws {
    try await run(.set("a.long", .text), typing: "a much longer value")
    try await run(.set("b", .json), typing: #"{"who":"Ada"}"#)
    try await run(.set("c", .text), typing: "ada")
    func names(_ filter: String, _ sort: SharedSort = SharedSort()) async throws -> [Substring] {
      let text = try await run(.list(filter: filter, sort: sort)).console.text
      return text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    }
    #expect(try await names("type:json") == ["b"])
    #expect(try await names("value:ada -type:json") == ["c"])
    #expect(try await names("value:a", SharedSort(.size, isDescending: true)) == ["a.long", "b", "c"])
    #expect(try await names("", SharedSort(.time, isDescending: true)) == ["c", "b", "a.long"])
    let mistake = try await run(.list(filter: "type:xml"))
    #expect(mistake.status == .usage && mistake.console.told.notes.first?.contains("json, text, bytes or jwt") == true)
  }

  @Test("--decode prints what the value stands for, and says how it is encoded")
  func decoding() async throws {
    try await run(.set("k", .text), typing: "eyJhIjoxLjEwfQ==")
    let decoded = try await run(.get("k", decodes: true)).console
    #expect(decoded.text == "{\n  \"a\": 1.10\n}\n" && decoded.told.notes.first == "base64 → JSON")
    let asJSON = try await run(.get("k", decodes: true), printsJSON: true).console.text
    #expect(asJSON.contains("\"encoded\"") && asJSON.contains("\"base64\""))
    try await run(.set("plain", .text), typing: "word")
    let plain = try await run(.get("plain", decodes: true)).console
    #expect(plain.text == "word" && plain.told.notes == ["The value is not encoded."])
  }

  @Test("a key is renamed with its history, or only what would change is listed; uses are listed")
  func renaming() async throws {
    try await run(.set("k", .text), typing: "one")
    try await run(.set("k", .text), typing: "two")
    let dry = try await run(.rename("k", to: "n", isDry: true))
    #expect(dry.status == .good && dry.console.told.notes.last == "Would rename k to n in 0 places.")
    #expect(try await run(.get("k")).status == .good)
    #expect(try await run(.rename("k", to: "n", isDry: false)).status == .good)
    #expect(try await run(.get("k")).status == .usage)
    #expect(try await run(.history("n", limit: 10)).console.text.split(separator: "\n").count == 2)
    #expect(try await run(.rename("nobody", to: "m", isDry: false)).status == .usage)
    #expect(try await run(.uses("n")).console.told.notes.last == "No file uses n.")
    #expect(try await run(.usesOfRequest("nowhere")).status == .usage)
    #expect(
      try await run(.uses("nn")).console.told.notes.last
        == "  There is no such key: `parley shared list` lists the keys.")
  }
}
