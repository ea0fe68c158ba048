import Testing

@testable import TerminalKit

@Suite("Files in which a person says how it looks and which keys it has", .timeLimit(.minutes(2)))
struct SettingsTests {
  private static let commands: [Command<Int>] = [
    Command("send", "Send", help: "Sends.", keys: ["F5"], in: ["always"]),
    Command("open", "Open", help: "Opens.", keys: ["Enter", "o"], in: ["list"]),
    Command("mark", "Mark", help: "Marks.", keys: ["m"], in: ["list"]),
  ]

  private func mistake(_ text: String) throws -> SettingsError? {
    try KeyBindingFile(text).mistake(in: Self.commands, active: [["list", "always"]])
  }

  @Test("a theme changes what it names, and is as the one it is based on in all else")
  func theme() throws {
    let text = """
      # Of the sea.
      base = light
      accent    = 80
      selection = white on 24 bold   # readable
      failure   = #ff8787
      text      = default
      env-green = bright-green underline
      """
    let theme = try Theme(name: "sea", file: text)
    #expect(theme.name == "sea")
    #expect(theme[.accent] == Paint(Color(80, basic: 6), withoutColor: .bold))
    #expect(
      theme[.selection]
        == Paint(Color(7, basic: 7), on: Color(24, basic: 4), .bold, withoutColor: .reverse))
    #expect(theme[.failure].foreground?.indexed == 210)
    #expect(theme[.text].foreground == nil)
    #expect(theme[.named(.green)].attributes == .underline)
    #expect(theme[.border] == Theme.light[.border])
  }

  @Test("every role can be named in a file, by a name of its own")
  func roles() {
    let names = Role.allCases.map(\.fileName)
    #expect(Set(names).count == names.count)
    for role in Role.allCases { #expect(Role(fileName: role.fileName) == role) }
  }

  @Test(
    "a theme with a mistake says where it is",
    arguments: [
      ("accent", 1, "“accent” is not a setting."),
      ("\naccnt = 80", 2, "There is no theme role “accnt”."),
      ("accent = 256", 1, "“256” is not a colour."), ("accent = 80 on", 1, "“accent” has no colour."),
      ("accent = 80 shiny", 1, "“shiny” is not a text attribute."),
      ("accent = #12345", 1, "“#12345” is not a colour."),
      ("base = blue", 1, "There is no theme “blue” to base this one on."),
      ("accent =", 1, "“accent” has no colour."),
      ("accent = 80\naccent = 81", 2, "“accent” is on line 1 already."),
    ])
  func badTheme(text: String, line: Int, summary: String) {
    let error = #expect(throws: SettingsError.self) { try Theme(name: "x", file: text) }
    #expect(error?.line == line && error?.summary == summary)
    #expect(error?.summary.contains("already") == true || error?.advice != nil)
  }

  @Test("a setting takes the place of the one before; comments and the rest stay")
  func settings() throws {
    let text = "# mine\ntheme = dark # for the night\n"
    let changed = try PersonSettings.text(text, setting: .theme, to: "nord")
    #expect(changed == "# mine\ntheme = nord # for the night\n")
    #expect(try PersonSettings(changed).theme == "nord")
    #expect(try PersonSettings("editing = vi").editing == .vi)
    #expect(throws: SettingsError.self) { try PersonSettings("editing = ed") }
    let reading = try PersonSettings("wrap = yes\nscreen-reader = yes")
    #expect(reading.wraps && reading.isPlain)
    #expect(throws: SettingsError.self) { try PersonSettings("wrap = perhaps") }
    #expect(try PersonSettings(PersonSettings.text("wrap = yes", setting: .wrap, to: "no")).wraps == false)
    #expect(try PersonSettings.text("", setting: .theme, to: "light") == "theme = light\n")
    let error = #expect(throws: SettingsError.self) { try PersonSettings("\nthme = nord") }
    #expect(error?.line == 2 && error?.summary == "There is no setting “thme”.")
    #expect(error?.advice?.contains("theme") == true)
    #expect(throws: SettingsError.self) { try PersonSettings.text(text, setting: .theme, to: "a\nkey = b") }
  }

  @Test("keys take the place of a command's own, several, one after the other, or none")
  func keys() throws {
    let file = try KeyBindingFile("send = F9, Ctrl-Enter\nopen = g o\nmark =\n")
    #expect(file.keys == ["send": ["F9", " Ctrl-Enter"], "open": ["g o"], "mark": []])
    #expect(file.mistake(in: Self.commands, active: [["list", "always"]]) == nil)
    let keymap = try CommandTable(Self.commands, rebound: file.keys).keymap
    #expect(keymap.lookup([.function(9)], in: ["always"]) == .command("send"))
    #expect(keymap.lookup([.function(5)], in: ["always"]) == .none)
    #expect(keymap.lookup([.character("g"), .character("o")], in: ["list"]) == .command("open"))
  }

  @Test("a key may be a comma or the sign for equal")
  func signs() throws {
    #expect(try KeyBindingFile("send = ,\nopen = =").keys == ["send": [","], "open": ["="]])
  }

  @Test("a key that no keyboard has, an unknown command, and a key with two meanings are mistakes")
  func badKeys() throws {
    #expect(throws: SettingsError.self) { try KeyBindingFile("send = Hyper-x") }
    #expect(try mistake("open = o\nsned = F9")?.line == 2)
    #expect(try mistake("send = F9\n\nmark = Enter")?.line == 3)
    #expect(try mistake("mark = F5")?.summary.contains("“F5”") == true)
    #expect(try mistake("mark = o\nopen = Enter") == nil)
  }

  static let edits: [(text: String, key: String, result: String)] = [
    ("", "F9", "send = F9\n"), ("# mine\nopen = o", "F9", "# mine\nopen = o\nsend = F9\n"),
    ("# mine\n  send   =  F5, Alt-Enter # both\nopen = o\n", "g m", "# mine\n  send   =  g m # both\nopen = o\n"),
    ("send =\n\n# end", "Ctrl-X", "send = Ctrl-X\n\n# end"),
    ("send = x\r\nopen = o\r\n", ",", "send = ,\r\nopen = o\r\n"),
    ("send = x", "=", "send = ="), ("send = x", "#", "send = #"),
  ]

  @Test("a key is written over the one that stands there, and every other byte stays", arguments: edits)
  func editing(_ edit: (text: String, key: String, result: String)) throws {
    #expect(try KeyBindingFile.text(edit.text, giving: [KeySequence(edit.key)], to: "send") == edit.result)
  }

  @Test("what the file cannot say is refused")
  func unwritable() {
    #expect(throws: SettingsError.self) {
      try KeyBindingFile.text("send = x # note", giving: [KeySequence("g ,")], to: "send")
    }
    #expect(throws: SettingsError.self) { try KeyBindingFile.text("nonsense", giving: [KeySequence("x")], to: "send") }
  }
}
