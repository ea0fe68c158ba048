import Glibc
import ParleyEngine
import ParleyModel
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("Screen 5: shared data", .timeLimit(.minutes(1)))
struct SharedScreenTests {
  @Test("the keys are listed with value, type, cipher, writer and time; a secret is masked")
  func lists() async throws {
    let screen = try await SharedScreen { session in
      try await session.shared.set("cart", .json(["items": [1, 2], "total": 99.5]), writer: "cart/read")
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "s3cret value", writer: "user/login")
      try await session.shared.set("user.id", "42", writer: SharedKeys.byHand)
    }
    let text = await screen.bench.idle()
    #expect(text.contains("3 keys") && text.contains("▸ local"))
    let lines = screen.bench.terminal.frame.lines
    #expect(
      lines.contains { $0.contains("cart") && $0.contains("{items: [1, 2], total: 99.5}") && $0.contains("json") })
    #expect(lines.contains { $0.contains("token") && $0.contains("••••••••") && $0.contains("vault") })
    #expect(!text.contains("s3cret"))
  }

  @Test("a value is edited in its place, saved by Ctrl-S, undone and done again")
  func edits() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "cart/read") }
    let bench = screen.bench
    try await bench.press("Enter")
    #expect(await bench.idle().contains("editing text"))
    try await bench.press("End")
    await bench.type(" 東京")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("Rome 東京") && !bench.terminal.text.contains("editing"))
    let entry = try #require(try await screen.session.shared.entry("place"))
    #expect(entry.value == "Rome 東京" && entry.writer == SharedKeys.byHand)
    try await bench.press("u")
    #expect(try await screen.session.shared.get("place") == "Rome")
    try await bench.press("Ctrl-R")
    #expect(try await screen.session.shared.get("place") == "Rome 東京")
  }

  @Test("a key that comes right after Ctrl-S waits until the value is saved")
  func typedAhead() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "cart/read") }
    try await screen.bench.press("Enter")
    #expect(await screen.bench.idle().contains("editing text"))
    let terminal = screen.bench.terminal
    terminal.type("!")
    for key in ["Ctrl-S", "u"] { try terminal.press(key) }
    #expect(await screen.bench.idle().contains("↶ "))
    #expect(try await screen.session.shared.get("place") == "Rome")
  }

  @Test(
    "JSON is checked when it is saved: the mistake is shown in the editor with its place, and nothing typed is lost")
  func checksJSON() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("cart", .json(["n": 1]), writer: "a") }
    let bench = screen.bench
    try await bench.press("Enter", "Ctrl-End")
    await bench.type(",")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("ine 3, column 2") && bench.terminal.text.contains("Alt-t makes it text"))
    #expect(bench.terminal.text.contains("editing json") && bench.terminal.text.contains("},"))
    try await bench.press("End", "Backspace", "Ctrl-S")
    #expect(await bench.idle().contains("{n: 1}") && !bench.terminal.text.contains("editing"))
    try await bench.press("i", "Ctrl-End")
    await bench.type("x")
    try await bench.press("Ctrl-S", "Alt-t", "Ctrl-S")
    #expect(await !bench.idle().contains("editing"))
    #expect(try await screen.session.shared.get("cart") == "{\n  \"n\": 1\n}x")
  }

  @Test("Esc changes nothing: it leaves at once where nothing was typed, and asks where something was")
  func leaves() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "cart/read") }
    let bench = screen.bench
    try await bench.press("Enter", "Esc")
    #expect(await !bench.idle().contains("editing"))
    for way in ["Esc", "Ctrl-C"] {
      try await bench.press("i")
      await bench.type("!")
      try await bench.press(way)
      #expect(await bench.idle().contains("Discard what you typed?"))
      try await bench.press("Enter")
      #expect(await bench.idle().contains("Rome!") && bench.terminal.text.contains("editing text"))
      try await bench.press(way, "d")
      #expect(await !bench.idle().contains("Rome!") && !bench.terminal.text.contains("editing"))
    }
    #expect(try await screen.session.shared.get("place") == "Rome")
    try await bench.press("i")
    await bench.type("!")
    try await bench.press("Esc", "s")
    #expect(await bench.idle().contains("Saved place."))
    #expect(try await screen.session.shared.get("place") == "Rome!")
  }

  @Test("what is typed goes on in $EDITOR and comes back into the editor; one that ends badly changes nothing")
  func outside() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: "cart/read") }
    let bench = screen.bench
    bench.terminal.onHandOver { write("Rome, Italy\n", to: $0.last ?? "") }
    try await bench.press("Enter")
    await bench.type("!")
    try await bench.press("Alt-e")
    #expect(await bench.idle().contains("Rome, Italy") && bench.terminal.text.contains("editing text"))
    #expect(try await screen.session.shared.get("place") == "Rome")
    try await bench.press("Ctrl-S")
    #expect(await bench.idle().contains("Saved place."))
    #expect(try await screen.session.shared.get("place") == "Rome, Italy")
    bench.terminal.onHandOver {
      _ = write("Oslo", to: $0.last ?? "")
      return 1
    }
    try await bench.press("e")
    #expect(await bench.idle().contains("ended with status 1") && bench.terminal.text.contains("Nothing was changed."))
    #expect(try await screen.session.shared.get("place") == "Rome, Italy")
  }

  @Test("a secret is revealed after its passphrase was asked once, until one leaves; a wrong one harms nothing")
  func reveals() async throws {
    let screen = try await SharedScreen { session in
      try await session.ciphers.unlock("vault", by: Passphrase(words: "open"))
      try await session.shared.set("token", "s3cret value", writer: "user/login")
      try await session.shared.set("zebra", "stripes", writer: "a")
      session.ciphers.lock("vault")
    }
    let bench = screen.bench
    try await bench.press("v")
    #expect(await bench.idle().contains("passphrase of vault"))
    await bench.type("wrong")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("does not unlock the cipher"))
    try await bench.press("Esc", "v")
    await bench.type("open")
    #expect(await bench.idle().contains("••••"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("s3cret value") && bench.terminal.text.contains("revealed"))
    try await bench.press("j")
    #expect(await !bench.idle().contains("s3cret"))
    try await bench.press("k")
    #expect(await !bench.idle().contains("s3cret"))
    try await bench.press("v")
    #expect(await bench.idle().contains("s3cret value"))
    try await bench.press("1", "5")
    #expect(await !bench.idle().contains("s3cret"))
  }

  @Test("what another program writes lights up, and stays lit until one leaves the key")
  func lightsUp() async throws {
    let screen = try await SharedScreen { session in
      try await session.shared.set("a", "1", writer: SharedKeys.byHand)
      try await session.shared.set("b", "2", writer: SharedKeys.byHand)
    }
    let bench = screen.bench
    #expect(await !bench.idle().contains("~ "))
    let other = try await screen.other()
    try await other.shared.set("b", "from elsewhere", writer: "by hand")
    await bench.shows("from elsewhere", "~ b")
    try await bench.press("j", "k")
    #expect(await !bench.idle().contains("~ b"))
    await other.close()
  }

  @Test("an answer that is kept does not light up: the person has just given it")
  func answer() async throws {
    let screen = try await SharedScreen { session in
      try await session.shared.set("a", "1", writer: SharedKeys.byHand)
    }
    try await screen.session.answers.keep("hunter22", to: "pin", .machine)
    #expect(await !screen.bench.shows("asked pin").contains("~ asked"))
  }

  @Test("what somebody else wrote while one edits is shown beside one's own, and one is chosen")
  func conflicts() async throws {
    let screen = try await SharedScreen { try await $0.shared.set("place", "Rome", writer: SharedKeys.byHand) }
    let bench = screen.bench
    try await bench.press("Enter", "Ctrl-U")
    await bench.type("Oslo")
    let other = try await screen.other()
    try await other.shared.set("place", "Lima", writer: "user/login")
    await bench.shows("wrote it meanwhile", "user/login")
    try await bench.press("Ctrl-S")
    let asked = await bench.idle()
    #expect(asked.contains("yours   Oslo") && asked.contains("theirs  Lima") && asked.contains("by user/login"))
    bench.pass(.seconds(1))
    try await bench.press("b", "Ctrl-S")
    bench.pass(.seconds(1))
    try await bench.press("m")
    #expect(try await screen.session.shared.get("place") == "Lima")
    try await bench.confirm()
    #expect(try await screen.session.shared.get("place") == "Oslo")
    try await bench.press("i", "Ctrl-U")
    await bench.type("Bonn")
    try await other.shared.set("place", "Kyiv", writer: "user/login")
    await bench.shows("wrote it meanwhile")
    try await bench.press("Ctrl-S")
    bench.pass(.seconds(1))
    try await bench.press("t")
    try await bench.confirm()
    #expect(await bench.shows("Kyiv").contains("Kyiv") && !bench.terminal.text.contains("editing"))
    #expect(try await screen.session.shared.get("place") == "Kyiv")
    await other.close()
  }
}

/// Stands for an editor that saves this.
private func write(_ text: String, to path: String) -> Int32 {
  guard let file = fopen(path, "w") else { return 2 }
  fputs(text, file)
  fclose(file)
  return 0
}
