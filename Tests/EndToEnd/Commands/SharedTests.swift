import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley shared and parley key", .timeLimit(.minutes(2)))
struct SharedTests {
  private let parley: ParleyProgram
  private let folder: String

  init() throws {
    parley = try ParleyProgram()
    folder = parley.home.path("shop")
    try parley.home.write(
      """
      parley: 1
      id: shared-test
      ciphers:
        vault: { passphrase: prompt }
        ci: { keyFile: keys/ci.key }
      shared:
        token: { cipher: vault }
        "ci.*": { cipher: ci }
      """, to: "shop/parley.yaml")
    try parley.home.write("vars: {}\n", to: "shop/environments/local.yaml")
  }

  private func shared(_ arguments: String..., input: String = "") async throws -> FinishedProcess {
    try await parley.run(["shared"] + arguments + ["-w", folder], input: input)
  }

  @Test("a value is set from standard input, printed exactly, undone and removed")
  func values() async throws {
    #expect(try await shared("set", "cart", input: "line 1\nline 2\n").status == 0)
    #expect(try await shared("get", "cart").outputText == "line 1\nline 2")
    #expect(try await shared("set", "cart", "--type", "json", input: "{ \"n\": 1.10 }").status == 0)
    #expect(try await shared("get", "cart").outputText == "{\"n\":1.10}")
    #expect(try await shared("set", "cart", "--type", "json", input: "{").status == 2)
    #expect(try await shared("undo", "cart").status == 0)
    #expect(try await shared("get", "cart").outputText == "line 1\nline 2")
    let listed = try JSONValue(parsing: try await shared("list", "--json").output)
    #expect(listed[0]?["writer"] == "by hand")
    #expect(listed[0]?["environment"] == "local")
    #expect(try await shared("remove", "cart").status == 0)
    #expect(try await shared("get", "cart").status == 2)
    #expect(try JSONValue(parsing: try await shared("history", "cart", "--json").output).array?.count == 4)
  }

  @Test("a sealed value is masked until it is asked for; a wrong key file is refused and harms nothing")
  func keyFile() async throws {
    let key = parley.home.path("shop/keys/ci.key")
    #expect(try await parley.run(["key", "new", key]).status == 0)
    #expect(try await parley.run(["key", "new", key]).status == 2)
    #expect(try await shared("set", "ci.token", input: "very secret").status == 0)
    let listed = try await shared("list")
    #expect(listed.outputText.contains("ci.token") && !listed.outputText.contains("very secret"))
    let searched = try await shared("list", "value:very")
    #expect(searched.outputText.contains("ci.token") && !searched.errorText.contains("Not searched"))
    #expect(try await shared("get", "ci.token").status == 2)
    #expect(try await shared("get", "ci.token", "--reveal").outputText == "very secret")
    #expect(try await parley.run(["key", "check", "ci", "-w", folder]).status == 0)
    _ = try await FinishedProcess.run("/bin/mv", [key, key + ".old"])
    #expect(try await shared("get", "ci.token", "--reveal").errorText.contains("missing"))
    #expect(try await parley.run(["key", "new", key]).status == 0)
    #expect(try await shared("get", "ci.token", "--reveal").errorText.contains("does not unlock"))
    _ = try await FinishedProcess.run("/bin/mv", [key + ".old", key])
    _ = try await FinishedProcess.run("/bin/chmod", ["644", key])
    #expect(try await shared("get", "ci.token", "--reveal").errorText.contains("Others can read"))
    _ = try await FinishedProcess.run("/bin/chmod", ["600", key])
    #expect(try await shared("get", "ci.token", "--reveal").outputText == "very secret")
    let found = try await FinishedProcess.run("/bin/grep", ["-rlaF", "very secret", parley.home.path("state")])
    #expect(found.status == 1)
  }
}
