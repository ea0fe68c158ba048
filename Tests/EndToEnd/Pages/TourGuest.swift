import TestSupport
import Testing

/// Somebody who takes the tour: types the keys it says into a real terminal, and remembers them.
final class TourGuest {
  let terminal: TmuxTerminal
  let reader: Reader
  private(set) var pressed: Set<String> = []

  init(_ reader: Reader, _ terminal: TmuxTerminal) {
    self.reader = reader
    self.terminal = terminal
  }

  /// Where the reader stands in the second terminal.
  var folder: String { "\(reader.clone)/workspaces/demo" }

  /// Presses keys by the names the tour has for them.
  func press(_ keys: String...) async throws {
    for key in keys {
      pressed.insert(key)
      if let name = Self.name(of: key) { try await terminal.press(name) } else { try await terminal.type(key) }
    }
  }

  /// Answers a dangerous question, whose key the last line has once it counts.
  func allow() async throws {
    try await sees("a question that takes its key") { $0.split(separator: "\n").last?.contains("Ctrl-T ") == true }
    try await press("Ctrl-T")
    try await sees("the question answered") { !$0.contains("Ctrl-T ") }
  }

  func type(_ text: String) async throws {
    try await terminal.type(text)
  }

  /// What the last terminal key press leads to; fails with the screen as it is.
  @discardableResult
  func sees(_ texts: String...) async throws -> String {
    try await terminal.wait("\(texts)") { screen in texts.allSatisfy(screen.contains) }
  }

  func sees(_ what: String, _ isThere: @escaping @Sendable (String) -> Bool) async throws {
    try await terminal.wait(what, until: isThere)
  }

  /// As the first step says it: back to the whole list, its name, Enter twice.
  func open(_ request: String) async throws {
    while !isAtTheWholeList {
      try await press("Esc")
      try await terminal.settle()
    }
    try await press("/")
    try await type(request)
    try await press("Enter")
    try await sees("/ \(request)")
    try await press("Enter")
    try await sees("the request \(request)") { $0.contains("┌ \(request) ") }
  }

  private var isAtTheWholeList: Bool {
    let screen = terminal.screen
    return screen.contains("┌ Requests ─") && screen.contains("Enter open") && !screen.contains("│ / ")
  }

  func send(_ request: String) async throws {
    try await open(request)
    try await press("F5")
  }

  /// Goes down until the line of the cursor is the one. A list says with its colours alone which it is, so this counts.
  func goDown(_ lines: Int) async throws {
    for _ in 0..<lines { try await press("j") }
  }

  /// tmux's name; nil for a character.
  private static func name(of key: String) -> String? {
    let names = [
      "Esc": "Escape", "Shift-Tab": "BTab", "Enter": "Enter", "Tab": "Tab", "Space": "Space", "Backspace": "BSpace",
    ]
    if let name = names[key] { return name }
    if key.hasPrefix("Alt-") { return "M-\(key.dropFirst("Alt-".count))" }
    if key.hasPrefix("Ctrl-") { return "C-\(key.dropFirst("Ctrl-".count).lowercased())" }
    if key.hasPrefix("Alt-") { return "M-\(key.dropFirst("Alt-".count))" }
    return key.wholeMatch(of: /F\d+/) == nil ? nil : key
  }
}
