import ParleyEngine
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import ParleyText
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 5: more by hand", .timeLimit(.minutes(1)))
struct SharedByHandTests {
  private func screen(_ width: Int = 140, _ prepare: @Sendable (Session) async throws -> Void) async throws
    -> SharedScreen
  {
    let screen = try await SharedScreen(width, 36, prepare: prepare)
    await screen.bench.idle()
    return screen
  }

  @Test("each line of a key's history says what changed")
  func history() async throws {
    let screen = try await screen(200) { session in
      let shared = session.shared
      try await shared.set("cart", .json(["total": 1, "items": []]), writer: "a")
      try await shared.set("cart", .json(["total": 2, "items": []]), writer: "b")
      try await shared.set("cart", .json(["total": 2, "items": [1], "new": true]), writer: "c")
      try await shared.set("cart", "gone to text", writer: "d")
    }
    let text = await screen.bench.shows("json → text")
    #expect(text.contains(".total 1 → 2") && text.contains("2 changes: .items[0], .new"), "\(text)")
    #expect(text.contains("created"))
  }

  @Test("what changed in a secret is not told")
  func secrets() async throws {
    let screen = try await screen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "first-secret", writer: "a")
      try await session.shared.set("token", "other-secret", writer: "b")
    }
    let text = await screen.bench.idle()
    #expect(!text.contains("first-secret") && !text.contains("other-secret") && !text.contains("secret →"), "\(text)")
  }

  @Test(
    "words for what changed",
    arguments: [
      (SharedValue.text("a"), SharedValue.text("b"), "a → b"), (.text("a"), .json(1), "text → json"),
      (.json(["a": 1]), .json([:]), "− .a 1"), (.json([:]), .json(["b": [1, 2]]), "+ .b [1, 2]"),
      (.text(String(repeating: "x", count: 100)), .text(String(repeating: "y", count: 140)), "+40 B"),
    ])
  func words(older: SharedValue, newer: SharedValue, words: String) async throws {
    let shared = SharedData(storage: InMemorySharedData())
    try await shared.set("k", older, writer: "a")
    try await shared.set("k", newer, writer: "b")
    let history = try await shared.history(of: "k")
    #expect(SharedChangeWords.between(history[1], history[0]) == words)
  }

  @Test("> and < copy a key from one side of a comparison to the other; u takes it back")
  func across() async throws {
    let screen = try await screen { session in
      let shared = session.shared
      try await shared.set("cart", "here", writer: "a")
      try await shared.set("mine", "only here", writer: "a")
      shared.environment = "other"
      try await shared.set("cart", "there", writer: "a")
      shared.environment = "local"
    }
    let (bench, shared) = (screen.bench, screen.session.shared)
    try await bench.press("=")
    await bench.idle()
    await bench.type("all keys")
    try await bench.press("Enter")
    #expect(await bench.shows("2 differences").contains("~ cart"))
    try await bench.press("<")
    #expect(await bench.shows("1 difference").contains("Copied cart to local"))
    #expect(try await shared.get("cart") == "there")
    try await bench.press("n", ">")
    #expect(await bench.shows("no differences").contains("mine"))
    #expect(try await shared.entry("mine", on: .environment("other"))?.value == "only here")
    try await bench.press("Esc", "u")
    await bench.idle()
    #expect(try await shared.entry("mine", on: .environment("other")) == nil)
    #expect(try await shared.get("cart") == "there")
  }

  @Test("one key comes back from a snapshot, and a snapshot is not written to")
  func fromSnapshot() async throws {
    let screen = try await screen { session in
      try await session.shared.set("a", "old", writer: "a")
      try await session.shared.set("b", "old", writer: "a")
      try await session.shared.takeSnapshot("before")
      try await session.shared.set("a", "new", writer: "a")
      try await session.shared.set("b", "new", writer: "a")
    }
    let bench = screen.bench
    try await bench.press("S")
    await bench.idle()
    await bench.type("before")
    try await bench.press("Enter", "Enter")
    #expect(await bench.shows("2 differences").contains("snapshot before"))
    try await bench.press("<", ">")
    await bench.idle()
    let values = try await [screen.session.shared.get("a"), screen.session.shared.get("b")]
    #expect(values == ["old", "new"] || values == ["new", "new"], "one of the two keys at most")
    #expect(bench.terminal.text.contains("A snapshot stays as it was taken.") || values[0] == "old")
  }

  @Test("on a group the pane says how many keys it has, how large they are, who wrote them and when they expire")
  func facts() async throws {
    let screen = try await screen { session in
      for index in 0..<12 {
        try await session.shared.set("page.\(index)", .json(["n": .number(JSONNumber(index))]), writer: "user/me")
      }
      try await session.shared.set(
        "page.token", "abc", writer: "by hand", lifetime: .until(Timestamp.now().advanced(by: .seconds(7000))))
      try await session.shared.set("zone", "eu", writer: "by hand")
    }
    try await screen.bench.press("t", "Home")
    let text = await screen.bench.shows("page.*")
    #expect(text.contains("13 keys") && text.contains("json 12, text 1"), "\(text)")
    #expect(text.contains("user/me 12, by hand 1") && text.contains("1, the next in 1h 5"), "\(text)")
    try await screen.bench.press("G")
    #expect(await screen.bench.shows("eu").contains("page.*") == false)
  }

  @Test("/ finds names and values in a structure, in what is folded too; n and N go on, Esc ends it")
  func search() async throws {
    let screen = try await screen { session in
      try await session.shared.set(
        "doc", .json(["users": [["name": "Ada"], ["name": "Bob"]], "deep": ["inner": ["name": "adagio"]]]), writer: "a")
    }
    let bench = screen.bench
    try await bench.press("s", "-", "/")
    await bench.type("ada")
    #expect(await bench.shows("1 of 2").contains("name: \"Ada\""))
    try await bench.press("Enter")
    #expect(await bench.shows("1 of 2").contains(".users[0].name"))
    try await bench.press("n")
    #expect(await bench.shows("2 of 2").contains(".deep.inner.name"))
    try await bench.press("N")
    #expect(await bench.shows("1 of 2").contains(".users[0].name"))
    try await bench.press("Esc")
    #expect(await !bench.idle().contains("1 of 2"))
    try await bench.press("/")
    await bench.type("nowhere")
    #expect(await bench.idle().contains("not found"))
  }

  @Test("f filters a structure with jq, and Esc comes back to it")
  func filter() async throws {
    let screen = try await screen { session in
      try await session.shared.set("doc", .json(["items": [["id": 7], ["id": 8]]]), writer: "a")
    }
    let bench = screen.bench
    try await bench.press("s", "f")
    await bench.type(".items[].id")
    #expect(await bench.shows("2 values").contains("7"))
    try await bench.press("Enter", "Esc")
    #expect(await bench.shows("▾ items: [ 2 ]").contains("id: 7"))
  }

  @Test(
    "a new leaf is JSON if it reads as such, else text",
    arguments: [("12", "12"), ("true", "true"), ("hello there", #""hello there""#), ("[1]", "[1]"), ("null", "null")])
  func leaves(typed: String, written: String) async throws {
    let screen = try await screen { session in try await session.shared.set("doc", .json(["a": 1]), writer: "a") }
    let bench = screen.bench
    try await bench.press("s", "a")
    await bench.type("z")
    try await bench.press("Enter")
    await bench.type(typed)
    try await bench.press("Ctrl-S")
    await bench.idle()
    #expect(try await screen.session.shared.get("doc")?.text == #"{"a":1,"z":\#(written)}"#)
  }

  @Test("what begins as a document and does not end as one is a mistake, and no text")
  func unfinished() async throws {
    let screen = try await screen { session in try await session.shared.set("doc", .json(["a": 1]), writer: "a") }
    let bench = screen.bench
    try await bench.press("s", "a")
    await bench.type("z")
    try await bench.press("Enter")
    await bench.type("{ 1")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("or the type text"))
  }
}
