import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchParts
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 5: who uses a key, and its name in the files", .timeLimit(.minutes(1)))
struct SharedUsesTests {
  private static func place(_ depth: Int, _ group: String) -> SharedPlace {
    SharedPlace(request: nil, group: group, file: "groups/\(group).yaml", line: 1, kind: .contains, depth: depth)
  }

  @Test("the tree folds and unfolds, and goes up")
  func folds() {
    var uses = SharedUses()
    uses.resize(to: Size(width: 40, height: 10))
    uses.show([Self.place(0, "a"), Self.place(1, "b"), Self.place(2, "c"), Self.place(0, "d")])
    #expect(uses.places.map(\.group) == ["a", "b", "c", "d"])
    uses.cursor.select(1)
    uses.fold(.turn)
    #expect(uses.places.map(\.group) == ["a", "b", "d"] && uses.selected?.group == "b")
    uses.fold(.close)
    #expect(uses.selected?.group == "a")
    uses.fold(.close)
    #expect(uses.places.map(\.group) == ["a", "d"])
    uses.fold(.open)
    #expect(uses.places.map(\.group) == ["a", "b", "d"])
    uses.fold(.all)
    #expect(uses.places.map(\.group) == ["a", "b", "c", "d"])
  }

  @Test("a renamed key is renamed in the files, which are shown first")
  func renames() async throws {
    let screen = try await SharedScreen(100, 30) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "s3cret value", writer: "user/login")
    }
    let bench = screen.bench
    try await bench.press("r", "Ctrl-U")
    await bench.type("session")
    try await bench.press("Enter")
    let sheet = await bench.shows("Rename token to session?")
    #expect(sheet.contains("parley.yaml:8") && sheet.contains("requests/user/me.yaml:2"))
    try await bench.press("Enter")
    #expect(await bench.shows("session").contains("vault"))
    await bench.idle()
    let text = String(decoding: try screen.folder.read("shop/requests/user/me.yaml"), as: UTF8.self)
    #expect(text.contains("Bearer {{shared.session}}"))
    #expect(try await screen.session.shared.history(of: "session").first?.writer == "user/login")
  }

  @Test("a renamed key is renamed in edits that are not saved, too")
  func renamesInDrafts() async throws {
    let screen = try await SharedScreen(100, 40) { session in
      try await session.shared.set("place", "here", writer: "user/login")
    }
    let bench = screen.bench
    try await bench.press("1")
    await bench.idle()
    try await bench.press("j", "Enter", "i", "End")
    await bench.type("?at={{shared.place}}")
    #expect(await bench.idle().contains("/me?at={{shared.place}}"))
    try await bench.press("Esc", "5", "r", "Ctrl-U")
    await bench.type("spot")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Renamed place to spot"))
    try await bench.press("1")
    #expect(await bench.idle().contains("/me?at={{shared.spot}}"), "\(bench.terminal.text)")
    #expect(
      try await screen.session.store.drafts.load("user/me").map { String(decoding: $0.content, as: UTF8.self) }?
        .contains("shared.spot") == true)
  }

  @Test("the open request lists its keys, and goes to one")
  func keysOfRequest() async throws {
    let screen = try await SharedScreen(100, 30) { try await $0.shared.set("other", "x") }
    let bench = screen.bench
    try await bench.press("1")
    await bench.idle()
    try await bench.press("j", "Alt-k")
    let shown = await bench.idle()
    #expect(shown.contains("Shared keys of user/me") && shown.contains("token"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Used by"))
  }
}
