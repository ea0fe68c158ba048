import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 5: keys are made, named, sealed and removed", .timeLimit(.minutes(1)))
struct SharedChangingTests {
  @Test("a new key has name, type, cipher and scope, and is made when its value is kept")
  func makes() async throws {
    let screen = try await SharedScreen()
    let bench = screen.bench
    #expect(await bench.idle().contains("No shared keys yet"))
    try await bench.press("a")
    await bench.type("limits")
    try await bench.press("Enter", "Right", "Enter", "Enter", "Right", "Right", "Enter")
    #expect(await bench.idle().contains("editing json"))
    #expect(try await screen.session.shared.entry("limits") == nil)
    await bench.type("{ \"rows\": 100 }")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("{rows: 100}"))
    let entry = try #require(try await screen.session.shared.entry("limits"))
    #expect(entry.value == .json(["rows": 100]) && entry.key.environment == nil)
    #expect(
      try screen.file
        == SharedScreen.workspace.replacing("workspace }\n", with: "workspace }\n  limits: { scope: workspace }\n"))
  }

  @Test(
    "a new key takes its name from a filter that looks for a name, and from no other",
    arguments: [("plan", ""), ("value:none", "plan"), ("two words", "plan")])
  func namedAsSought(filter: String, typed: String) async throws {
    let screen = try await SharedScreen()
    let bench = screen.bench
    try await bench.press("/")
    await bench.type(filter)
    await bench.idle()
    try await bench.press("Enter", "a")
    await bench.idle()
    await bench.type(typed)
    try await bench.press("Enter", "Enter", "Enter", "Enter")
    #expect(await bench.idle().contains("New key plan"), "\(bench.terminal.text)")
  }

  @Test("beside the value of a new key nothing of another key is shown; when it is saved the list has the keys again")
  func newKeyAlone() async throws {
    let screen = try await SharedScreen(workspace: "parley: 1\nid: shared5\nservers: { api: \"http://127.0.0.1:1\" }\n")
    {
      try await $0.shared.set("token", "Rome", writer: "user/login")
    }
    let bench = screen.bench
    await bench.shows("user/me")
    try await bench.press("a")
    await bench.type("plan")
    try await bench.press("Enter", "Enter", "Enter", "Enter")
    let typing = await bench.idle()
    #expect(typing.contains("New key plan") && !typing.contains("user/me"), "\(typing)")
    await bench.type("small")
    try await bench.press("Ctrl-S", "/")
    await bench.type("tok")
    try await bench.press("Enter")
    let found = await bench.shows("user/me")
    #expect(!found.contains("small"), "\(found)")
    #expect(try await screen.session.shared.get("plan") == "small")
  }

  @Test(
    "a search that is begun beside the list, or in a masked value, looks through the keys: no letter of it is a command"
  )
  func searchFromElsewhere() async throws {
    let screen = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "one", writer: "a")
      try await session.shared.set("token", "two", writer: "a")
    }
    let bench = screen.bench
    await bench.idle()
    for tabs in [1, 2] {
      for _ in 0..<tabs { try await bench.press("Tab") }
      try await bench.press("/")
      await bench.type("vua")
      let shown = await bench.idle()
      #expect(shown.contains("vua") && !shown.contains("New key") && !shown.contains("Undid"), "\(shown)")
      try await bench.press("Esc")
    }
    #expect(try await screen.session.shared.get("token") == "two")
  }

  @Test("where the form has no room for all of its fields the one with the cursor is seen, and how many are not")
  func smallForm() async throws {
    let screen = try await SharedScreen(40, 7)
    let bench = screen.bench
    try await bench.press("a")
    let first = await bench.shows("New key")
    #expect(first.contains("│ name") && first.contains("↓ 1 more") && !first.contains("scope"))
    await bench.type("limits")
    try await bench.press("Enter", "Enter", "Enter")
    let last = await bench.shows("scope")
    #expect(last.contains("↑ 1 more") && !last.contains("│ name") && !last.contains("─scope"))
  }

  @Test("a key that is removed comes back with u, its history with it")
  func removes() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "a") }
    let bench = screen.bench
    try await bench.press("D")
    try await bench.confirm()
    #expect(await bench.idle().contains("No shared keys yet"))
    try await bench.press("u")
    #expect(await bench.idle().contains("Rome") && bench.terminal.text.contains("↶ "))
  }

  @Test("u undoes what was done last, wherever the cursor went since, and names it; no other key is touched")
  func undoesWhatWasDoneLast() async throws {
    let screen = try await SharedScreen { session in
      for value in ["old", "new"] { try await session.shared.set("answer", .text(value), writer: "user/login") }
      try await session.shared.set("k2", "needle", writer: "a")
    }
    let (bench, shared) = (screen.bench, screen.session.shared)
    try await bench.press("/")
    await bench.type("value:needle")
    await bench.shows("1 key")
    try await bench.press("Enter", "D")
    try await bench.confirm()
    await bench.shows("Deleted k2; u brings it back.", "No key matches.")
    try await bench.press("Esc", "Down", "Up", "u")
    #expect(await bench.shows("Undid the last change of k2").contains("Ctrl-R does it again"))
    #expect(try await shared.get("k2") == "needle")
    #expect(try await shared.get("answer") == "new")
    try await bench.press("Home", "Ctrl-R")
    await bench.shows("Did the change of k2 again")
    #expect(try await shared.get("k2") == nil)
    #expect(try await shared.get("answer") == "new")
  }

  @Test("u undoes nothing that a filter hides: it shows the key first, and undoes at the second time")
  func undoesInSight() async throws {
    let screen = try await SharedScreen { session in
      for value in ["old", "new"] { try await session.shared.set("answer", .text(value), writer: "user/login") }
      try await session.shared.set("k2", "mine", writer: "a")
    }
    let (bench, shared) = (screen.bench, screen.session.shared)
    try await bench.press("End", "D")
    try await bench.confirm()
    await bench.shows("Deleted k2")
    try await bench.press("/")
    await bench.type("answ")
    await bench.shows("1 key")
    try await bench.press("Enter", "u")
    await bench.shows("The last change was one of k2: u again undoes it.")
    #expect(try await shared.get("k2") == nil)
    try await bench.press("u")
    await bench.shows("Undid the last change of k2")
    #expect(try await shared.get("k2") == "mine")
  }

  @Test("u does not take back what others have written since: it says so")
  func leavesOthers() async throws {
    let screen = try await SharedScreen { session in
      for value in ["old", "new"] { try await session.shared.set("answer", .text(value), writer: "user/login") }
      try await session.shared.set("k2", "mine", writer: "a")
    }
    let (bench, shared) = (screen.bench, screen.session.shared)
    try await bench.press("End", "D")
    try await bench.confirm()
    await bench.shows("Deleted k2")
    try await shared.set("k2", "theirs", writer: "user/login")
    await bench.shows("theirs")
    try await bench.press("u")
    await bench.shows("Nothing was undone: k2 was written by others since.")
    #expect(try await shared.get("k2") == "theirs")
    #expect(try await shared.get("answer") == "new")
  }

  @Test("a key is encrypted with the key of this machine as with any other")
  func machine() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "a") }
    let bench = screen.bench
    try await bench.press("C")
    await bench.shows("Encrypt place with (edits parley.yaml)", "machine   with the key of this machine")
    await bench.type("machine")
    try await bench.press("Enter")
    await bench.idle()
    #expect(try await screen.session.shared.entry("place")?.cipher == "machine")
  }

  @Test("the history says that a key was deleted, and a secret that is shown is masked by the key that revealed it")
  func says() async throws {
    let screen = try await SharedScreen(160, 40) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "s3cret", writer: "user/login")
    }
    let bench = screen.bench
    #expect(await bench.idle().contains("v reveal"))
    try await bench.press("v")
    #expect(await bench.shows("s3cret").contains("v mask"))
    try await bench.press("D")
    try await bench.confirm()
    await bench.shows("Deleted token")
    try await bench.press("u")
    await bench.shows("✗ deleted by hand")
  }

  @Test("a renamed key keeps its cipher")
  func renames() async throws {
    let screen = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "s3cret value", writer: "user/login")
    }
    let bench = screen.bench
    try await bench.press("r", "Ctrl-U")
    await bench.type("session")
    try await bench.press("Enter")
    #expect(await bench.shows("Rename token to session?").contains("rename everywhere"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("session") && bench.terminal.text.contains("vault"))
    #expect(try await screen.session.shared.entry("session")?.cipher == "vault")
    #expect(try screen.file.contains("  session: { cipher: vault }\n"))
    #expect(try await screen.session.shared.get("token") == nil)
  }

  @Test("another cipher rewrites value and history, and is written to parley.yaml, where all else stays")
  func seals() async throws {
    let screen = try await SharedScreen { session in
      try await session.shared.set("key", "in the open once", writer: "a")
      try await session.shared.set("key", "in the open", writer: "b")
    }
    let bench = screen.bench
    try await bench.press("C")
    await bench.type("vault")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("passphrase of vault, again"))
    await bench.type("open")
    try await bench.press("Enter")
    await bench.type("open")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("••••••••") && !bench.terminal.text.contains("in the open"))
    let history = try await screen.session.shared.history(of: "key")
    #expect(history.count == 2 && history.allSatisfy { $0.cipher == "vault" && $0.content == .hidden })
    #expect(
      try screen.file
        == SharedScreen.workspace.replacing("workspace }\n", with: "workspace }\n  key: { cipher: vault }\n"))
    try await bench.press("C")
    await bench.type("none")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Store key in clear?") && !bench.terminal.text.contains("in the open"))
    try await bench.press("Esc")
    #expect(try await screen.session.shared.entry("key")?.cipher == "vault")
    try await bench.press("C")
    await bench.type("none")
    try await bench.press("Enter")
    await bench.idle()
    try await bench.confirm()
    #expect(await bench.idle().contains("in the open"))
    #expect(
      try screen.file
        == SharedScreen.workspace.replacing("workspace }\n", with: "workspace }\n  key: { cipher: none }\n"))
  }

  @Test("the cipher that a key has already changes nothing, of one key or of many, and says so")
  func sameCipher() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("key", "in the open", writer: "a") }
    let bench = screen.bench
    try await bench.press("C", "Enter")
    #expect(await bench.idle().contains("key is not encrypted: nothing was changed."))
    try await bench.press("*", "C")
    await bench.idle()
    await bench.type("none")
    try await bench.press("Enter")
    await bench.idle()
    try await bench.confirm()
    #expect(await bench.idle().contains("None of them is encrypted: nothing was changed."))
    #expect(try screen.file == SharedScreen.workspace)
  }

  @Test("a new cipher with a key file is made, declared, allowed and bound in one go")
  func newCipher() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("key", "in the open", writer: "a") }
    let bench = screen.bench
    try await bench.press("C")
    await bench.type("key file")
    try await bench.press("Enter", "Ctrl-U")
    await bench.type("ci")
    try await bench.press("Enter", "Ctrl-U")
    await bench.type(screen.folder.path("keys/ci.key"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("••••••••"))
    #expect(try screen.file.contains("  ci: { keyFile: \(screen.folder.path("keys/ci.key")) }\n"))
    #expect(try await screen.session.shared.entry("key")?.value == "in the open")
    #expect(screen.session.permissions.missing().isEmpty)
  }

  @Test("what a cipher's program needs is asked for in place, and the key is bound then; saying no changes nothing")
  func trust() async throws {
    let screen = try await SharedScreen(
      workspace: SharedScreen.workspace.replacing(
        "passphrase: prompt", with: "passphrase: { command: [/bin/echo, open] }")
    ) { try await $0.shared.set("key", "in the open", writer: "a") }
    let bench = screen.bench
    try await bench.press("C")
    await bench.type("vault")
    try await bench.press("Enter")
    #expect(await bench.shows("Trust this workspace?").contains("/bin/echo"))
    try await bench.press("Esc")
    #expect(await bench.idle().contains("in the open"))
    try await bench.press("C")
    await bench.type("vault")
    try await bench.press("Enter")
    await bench.shows("Trust this workspace?")
    try await bench.confirm()
    #expect(await bench.shows("••••••••").contains("in the open") == false)
    #expect(try await screen.session.shared.entry("key")?.cipher == "vault")
  }

  @Test("a wrong passphrase for another cipher leaves values and file as they were")
  func refusesToSeal() async throws {
    let screen = try await SharedScreen { session in
      try await session.shared.set("key", "in the open", writer: "a")
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      session.ciphers.lock("vault")
    }
    let bench = screen.bench
    try await bench.press("C")
    await bench.type("vault")
    try await bench.press("Enter")
    await bench.type("wrong")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("does not unlock the cipher"))
    try await bench.press("Esc")
    #expect(try screen.file == SharedScreen.workspace)
    #expect(try await screen.session.shared.entry("key")?.cipher == nil)
  }
}
