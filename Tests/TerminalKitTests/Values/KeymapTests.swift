import Testing

@testable import TerminalKit

@Suite("The keymap is a trie over contexts", .timeLimit(.minutes(2)))
struct KeymapTests {
  private func keymap(_ lines: [(String, CommandID, KeyContext)]) throws -> Keymap {
    Keymap(try lines.map { Binding(try KeySequence($0.0), $0.1, in: $0.2, label: $0.1.name) })
  }

  private func keys(_ text: String) throws -> [Key] { try KeySequence(text).keys }

  @Test("A sequence leads over its prefix to its command")
  func sequence() throws {
    let keymap = try keymap([("g g", "top", "list"), ("g e", "bottom", "list"), ("x", "explain", "list")])
    #expect(keymap.lookup(try keys("x"), in: ["list"]) == .command("explain"))
    #expect(
      keymap.lookup(try keys("g"), in: ["list"])
        == .prefix([.init(key: .character("g"), label: "top"), .init(key: .character("e"), label: "bottom")]))
    #expect(keymap.lookup(try keys("g e"), in: ["list"]) == .command("bottom"))
    #expect(keymap.lookup(try keys("g z"), in: ["list"]) == .none)
    #expect(keymap.lookup(try keys("x"), in: ["tree"]) == .none)
  }

  @Test("The narrowest context decides, and wider ones fill in")
  func contexts() throws {
    let keymap = try keymap([
      ("q", "quit", "everywhere"), ("q", "close", "pane"), ("y v", "copy", "pane"), ("y p", "path", "everywhere"),
      ("F5", "send", "everywhere"),
    ])
    #expect(keymap.lookup(try keys("q"), in: ["pane", "everywhere"]) == .command("close"))
    #expect(keymap.lookup(try keys("F5"), in: ["pane", "everywhere"]) == .command("send"))
    #expect(
      keymap.lookup(try keys("y"), in: ["pane", "everywhere"])
        == .prefix([.init(key: .character("v"), label: "copy"), .init(key: .character("p"), label: "path")]))
    #expect(keymap.sequences(for: "quit", in: ["pane", "everywhere"]) == [])
    #expect(keymap.sequences(for: "quit", in: ["everywhere"]).map(\.name) == ["q"])
  }

  @Test("Two meanings of a key, and a command that begins another, are conflicts")
  func conflicts() throws {
    let keymap = try keymap([
      ("a", "add", "list"), ("a", "all", "list"), ("g", "go", "list"), ("g g", "top", "list"), ("a", "other", "tree"),
      ("x", "explain", "list"), ("x", "explain", "list"),
    ])
    #expect(keymap.conflicts.map { [$0.first.command, $0.second.command] } == [["add", "all"], ["go", "top"]])
    #expect(keymap.conflicts(among: ["list", "tree"]).count == 4)
  }

  @Test("Between the keys of a sequence Esc gives up and a stray key means nothing")
  func reader() throws {
    let keymap = try keymap([("g g", "top", "list"), ("x", "explain", "list"), ("Esc", "back", "list")])
    var reader = KeyReader()
    #expect(
      reader.press(.character("g"), in: ["list"], of: keymap) == .pending([.init(key: .character("g"), label: "top")]))
    #expect(reader.press(.character("g"), in: ["list"], of: keymap) == .command("top"))
    _ = reader.press(.character("g"), in: ["list"], of: keymap)
    #expect(reader.press(.character("x"), in: ["list"], of: keymap) == .abandoned([.character("g"), .character("x")]))
    _ = reader.press(.character("g"), in: ["list"], of: keymap)
    #expect(reader.press(.escape, in: ["list"], of: keymap) == .abandoned([.character("g"), .escape]))
    #expect(reader.pending.isEmpty)
    #expect(reader.press(.escape, in: ["list"], of: keymap) == .command("back"))
    #expect(reader.press(.character("z"), in: ["list"], of: keymap) == .unbound)
  }
}
