import ParleyEngine
import ParleyText
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 5: decoded values, structure, moments", .timeLimit(.minutes(1)))
struct SharedStructureTests {
  private func screen(_ value: SharedValue, _ width: Int = 120) async throws -> SharedScreen {
    let screen = try await SharedScreen(width, 34) { try await $0.shared.set("key", value, writer: "a") }
    await screen.bench.idle()
    return screen
  }

  private func text(_ screen: SharedScreen) async throws -> String? { try await screen.session.shared.get("key")?.text }

  @Test("a JWT says when it expires; decoded it shows its claims, and cannot be edited")
  func token() async throws {
    let claims = JSONValue.object(["sub": "ada", "exp": .number(JSONNumber(Timestamp.now().unixSeconds + 7200))])
    let parts = [["alg": "HS256"], claims].map { Base64.encodeForURL(JSONPrinter.compact.bytes(of: $0)) }
    let screen = try await screen(.text((parts + ["c2ln"]).joined(separator: ".")))
    let bench = screen.bench
    let raw = await bench.idle()
    #expect(raw.contains("JWT HS256 · expires in") && raw.contains("signature not checked"), "\(raw)")
    #expect(!raw.contains("\"sub\": \"ada\""))
    try await bench.press("d")
    #expect(await bench.idle().contains("\"sub\": \"ada\""))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("no longer fit its signature"))
    try await bench.press("Esc", "d")
    #expect(await !bench.idle().contains("\"sub\": \"ada\""))
  }

  @Test("base64 of gzip of JSON is edited as JSON, and kept as it was packed")
  func packed() async throws {
    let packed = Base64.encode(try Gzip.compress(Array(#"{"price":1.10,"list":[1]}"#.utf8)))
    let screen = try await screen(.text(packed))
    let bench = screen.bench
    try await bench.press("d", "Enter")
    #expect(await bench.idle().contains("editing decoded json"))
    try await bench.press("Ctrl-End", "Left")
    await bench.type(" ,")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("ine 6") && !bench.terminal.text.contains("Alt-t makes"))
    try await bench.press("Backspace", "Backspace", "Ctrl-S")
    #expect(try await text(screen) == packed)
    try await bench.press("s", "j", "Enter", "Ctrl-U")
    await bench.type("2.50")
    try await bench.press("Enter", "Enter")
    await bench.idle()
    let value = try await text(screen) ?? ""
    #expect(value != packed && DecodedText.of(value) == #"{"price":2.50,"list":[1]}"#)
  }

  @Test("u ends where the changes of places do: it takes back neither its own steps nor the key")
  func undoEnds() async throws {
    let screen = try await screen(.json(["a": 1, "t": 2]))
    try await screen.bench.press("s", "j", "D")
    await screen.bench.idle()
    #expect(try await text(screen) != #"{"a":1,"t":2}"#)
    for _ in 0..<4 {
      try await screen.bench.press("u")
      await screen.bench.idle()
      #expect(try await text(screen) == #"{"a":1,"t":2}"#)
    }
    #expect(screen.bench.terminal.text.contains("nothing to undo here"))
  }

  @Test("a leaf is changed, added, renamed, moved and removed, each as one write; u takes back the last one")
  func leaves() async throws {
    let screen = try await screen(.json(["b": .number(JSONNumber("1.10") ?? 0), "a": ["x": nil, "y": "t"]]))
    let bench = screen.bench
    try await bench.press("s")
    #expect(await bench.idle().contains("▾ a: { 2 }") && bench.terminal.text.contains("b: 1.10"))
    try await bench.press("j", "Enter", "Ctrl-U")
    await bench.type("two")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("text needs"))
    try await bench.press("Esc", "Enter", "Ctrl-U")
    await bench.type("2.00")
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(try await text(screen) == #"{"b":2.00,"a":{"x":null,"y":"t"}}"#)
    try await bench.press("j", "a")
    await bench.type("z")
    try await bench.press("Enter")
    await bench.type("[1]")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("▾ z: [ 1 ]"))
    #expect(try await text(screen) == #"{"b":2.00,"a":{"x":null,"y":"t","z":[1]}}"#)
    try await bench.press("K", "r", "Ctrl-U")
    await bench.type(".zz")
    try await bench.press("Enter")
    await bench.idle()
    #expect(try await text(screen) == #"{"b":2.00,"a":{"x":null,"y":"t"},"zz":[1]}"#)
    try await bench.press("D")
    await bench.idle()
    #expect(try await text(screen) == #"{"b":2.00,"a":{"x":null,"y":"t"}}"#)
    try await bench.press("u", "u", "u", "u")
    await bench.idle()
    #expect(try await text(screen) == #"{"b":2.00,"a":{"x":null,"y":"t"}}"#)
    try await bench.press("u")
    await bench.idle()
    #expect(try await text(screen) == #"{"b":1.10,"a":{"x":null,"y":"t"}}"#)
    try await bench.press("Ctrl-R")
    await bench.idle()
    #expect(try await text(screen)?.hasPrefix(#"{"b":2.00"#) == true)
  }

  @Test("after D the cursor is on the next value, else the previous one, and only in the end on what they stood in")
  func neighbours() async throws {
    let screen = try await screen(.json(["tags": ["a", "b", "c"], "z": 1]))
    let bench = screen.bench
    try await bench.press("s", "j", "j", "j", "D")
    await bench.idle()
    #expect(try await text(screen) == #"{"tags":["a","c"],"z":1}"#)
    try await bench.press("D")
    await bench.idle()
    #expect(try await text(screen) == #"{"tags":["a"],"z":1}"#)
    try await bench.press("D")
    await bench.idle()
    #expect(try await text(screen) == #"{"tags":[],"z":1}"#)
    try await bench.press("D")
    await bench.idle()
    #expect(try await text(screen) == #"{"z":1}"#)
    try await bench.press("D")
    await bench.idle()
    #expect(try await text(screen) == "{}")
  }

  @Test("what was typed for a value that somebody else has changed meanwhile stays, beside what is there now")
  func conflict() async throws {
    let screen = try await screen(.json(["a": 1]))
    let bench = screen.bench
    try await bench.press("s", "j", "Enter", "Ctrl-U")
    await bench.type("333")
    try await screen.session.shared.set("key", .json(["a": 777]), writer: "b")
    try await bench.press("Enter", "Enter")
    let asked = await bench.shows("Somebody else changed it meanwhile")
    #expect(asked.contains("777") && asked.contains("333"), "\(asked)")
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(try await text(screen) == #"{"a":333}"#)
  }

  @Test("what others write elsewhere in the value stays; what they wrote in the same place is not overwritten")
  func others() async throws {
    let screen = try await screen(.json(["a": 1, "b": 1]))
    let bench = screen.bench
    try await bench.press("s", "j", "Enter", "Ctrl-U")
    await bench.type("2")
    try await screen.session.shared.set("key", .json(["a": 1, "b": 9, "c": 1]), writer: "b")
    try await bench.press("Enter", "Enter")
    await bench.idle()
    #expect(try await text(screen) == #"{"a":2,"b":9,"c":1}"#)
    try await bench.press("Enter", "Ctrl-U")
    await bench.type("3")
    try await screen.session.shared.set("key", .json(["a": 7]), writer: "b")
    try await bench.press("Enter", "Enter")
    #expect(await bench.idle().contains("meanwhile"))
    #expect(try await text(screen) == #"{"a":7}"#)
  }

  @Test("= shows what changed between two moments, and b brings one back, which u takes away again")
  func moments() async throws {
    let screen = try await screen(.json(["n": 1, "same": true]))
    let bench = screen.bench
    try await screen.session.shared.set("key", .json(["n": 2, "same": true]), writer: "b")
    try await screen.session.shared.set("key", .json(["n": 3, "same": true, "new": []]), writer: "c")
    await bench.idle()
    try await bench.press("Tab", "Tab", "End", "=")
    let text = await bench.idle()
    #expect(text.contains("What changed in key") && text.contains("1 → 3") && text.contains("+ "), "\(text)")
    try await bench.press("Esc", "m", "k", "=")
    #expect(await bench.idle().contains("1 → 2"))
    try await bench.press("Esc", "j", "b")
    #expect(await bench.idle().contains("Brought back key"))
    #expect(try await self.text(screen) == #"{"n":1,"same":true}"#)
    try await bench.press("u")
    await bench.idle()
    #expect(try await self.text(screen) == #"{"n":3,"same":true,"new":[]}"#)
  }

  @Test("the structure of a masked secret is not shown, and goes with it")
  func secrets() async throws {
    let screen = try await SharedScreen(100, 30) { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", .json(["inner": "s3cret"]), writer: "a")
    }
    let bench = screen.bench
    await bench.idle()
    try await bench.press("v", "s")
    #expect(await bench.idle().contains("inner: "))
    try await bench.press("v")
    #expect(await !bench.idle().contains("inner: "))
  }
}

private enum DecodedText {
  static func of(_ text: String) -> String? { DecodedValue(.text(text))?.shown.text }
}
