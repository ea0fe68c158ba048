import Commands
import ParleyEngine
import Testing

@Suite("parley list", .timeLimit(.minutes(1)))
struct ListCommandTests {
  private static let files = [
    "requests/cart/read.yaml": "url: /cart\ndocs: |\n  Reads the cart.\n  More.\n",
    "requests/cart/pay.yaml": "method: POST\nurl: /cart/pay\n", "requests/broken.yaml": "url: [\n",
    "groups/checkout.yaml": "tags: [smoke]\nserial:\n  - request: cart/read\n  - request: cart/pay\n",
    "environments/local.yaml": "vars:\n  tenant: a1\n  token: { secret: prompt }\nconfirm: true\n",
    "mocks/cart.yaml": "- match: GET /cart\n  reply:\n    - status: 503\n    - json: \"[]\"\n",
  ]
  private let workspace = Result { try CommandFolder(Self.files) }

  private func list(
    _ subject: ListCommand.Subject, _ words: [String] = [], asJSON: Bool = false
  ) async throws -> RecordingConsole {
    let console = RecordingConsole()
    let command = ListCommand(subject, words: words, try workspace.get().arguments, printsJSON: asJSON)
    #expect(await command.run(on: console) == .good)
    return console
  }

  @Test(
    "names what the workspace has, in a row each",
    arguments: [
      (ListCommand.Subject.requests, ["broken", "POST  cart/pay   /cart/pay", "Reads the cart."]),
      (.groups, ["checkout  2 steps  smoke"]), (.environments, ["local  1 value  1 secret  asks before it sends"]),
      (.mocks, ["503, then 200  mocks/cart.yaml:1"]), (.ciphers, ["gzip", "machine"]),
    ])
  func rows(subject: ListCommand.Subject, texts: [String]) async throws {
    let console = try await list(subject)
    for text in texts { #expect(console.text.contains(text), "\(console.text)") }
    #expect(!console.text.contains("More."))
    #expect(console.told.notes.contains { $0.contains("parley check") }, "a broken file may hide something")
  }

  @Test(
    "a description is its first sentence, as plain text on one line",
    arguments: [
      ("Reads the cart.\nMore.", "Reads the cart."),
      ("The password is **secret** and\nlong. See [docs](https://x).\n", "The password is secret and long."),
      ("# Cart\n\nIt is.", "Cart"), ("Takes `a_b`, 1.5 times e.g. so", "Takes a_b, 1.5 times e.g. so"),
      ("A list `tags[]=low` is *repeated*: see [it](x)", "A list tags[]=low is repeated: see it"),
    ])
  func described(docs: String, shown: String) async throws {
    let lines = docs.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
    let folder = try CommandFolder(["requests/a.yaml": "url: /a\ndocs: |\n\(lines)"])
    let console = RecordingConsole()
    _ = await ListCommand(.requests, folder.arguments).run(on: console)
    #expect(console.text == "GET  a  /a  \(shown)\n")
  }

  @Test("words narrow it, whatever their case, and a list of nothing says so")
  func words() async throws {
    #expect(try await list(.requests, ["CART", "post"]).text == "POST  cart/pay  /cart/pay\n")
    let nothing = try await list(.requests, ["nowhere"])
    #expect(nothing.text.isEmpty && nothing.told.notes.contains("Nothing matches."))
  }

  @Test("JSON has a list for each, with the names that other commands take", arguments: ListCommand.Subject.allCases)
  func json(subject: ListCommand.Subject) async throws {
    let console = try await list(subject, asJSON: true)
    let items = try #require(try JSONValue(parsing: console.told.output).array)
    #expect(!items.isEmpty)
    let key = subject == .mocks ? "path" : String(subject.rawValue.dropLast())
    for item in items { #expect(item[key]?.string?.isEmpty == false, "\(item)") }
  }
}
