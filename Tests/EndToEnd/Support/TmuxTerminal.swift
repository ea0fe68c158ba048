import Foundation
import TestSupport

/// A real terminal, of tmux, with one program in it: types keys, and waits for what a person would see.
///
/// tmux runs in its control mode, where it tells of every output; so waiting means sleeping until the screen has changed.
final class TmuxTerminal: @unchecked Sendable {  // a test calls one method after the other
  struct TimedOut: Error, CustomStringConvertible {
    let wanted: String
    let screen: String
    var description: String { "the screen never showed \(wanted); it shows:\n\(screen)" }
  }

  private let control: TmuxControl
  private let folder: URL

  /// - Parameters:
  ///   - command: run by tmux without a shell of its own in between.
  ///   - environment: set besides the terminal's own variables.
  static func open(
    _ command: [String], columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]
  ) async throws -> TmuxTerminal {
    try await blocking {
      try TmuxTerminal(command, columns: columns, rows: rows, environment: environment)
    }
  }

  private init(_ command: [String], columns: Int, rows: Int, environment: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "parley-tmux-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    control = try TmuxControl(
      socket: folder.appending(path: "socket").path, size: (columns, rows), environment: environment,
      command: ["/bin/sh", "-c", Self.witness, "witness", folder.path] + command)
  }

  /// Writes down the program's process and how it ended, because tmux does not always learn that. What is typed is the program's alone;
  /// the end of the terminal ends both.
  private static let witness = """
    folder=$1; shift
    trap : INT QUIT
    /bin/sh -c 'echo $$ >"$0/process"; exec "$@"' "$folder" "$@"
    echo $? >"$folder/ending" && mv "$folder/ending" "$folder/status"
    """

  deinit {
    control.end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The screen as text, a line for each row, blanks at the ends left out.
  var screen: String {
    control.ask("capture-pane -p").joined(separator: "\n")
  }

  /// The screen with its colours as escape sequences.
  var styledScreen: String {
    control.ask("capture-pane -p -e").joined(separator: "\n")
  }

  /// Presses keys by tmux's names: `Enter`, `C-s`, `M-Enter`, `F5`.
  func press(_ keys: String...) async throws {
    try await blocking { for key in keys { _ = self.control.ask("send-keys \(Self.unambiguous[key] ?? key)") } }
  }

  /// Escape as a sequence of its own, as terminals send it that tell all keys apart: on a slow machine the byte alone and the
  /// key that follows are read together, and that is Alt.
  private static let unambiguous = ["Escape": "-H 1b 5b 32 37 75"]

  /// Types text, every byte as it is.
  func type(_ text: String) async throws {
    let bytes = text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    try await blocking { _ = self.control.ask("send-keys -H \(bytes)") }
  }

  /// Lets the program react to a key that need not change the screen.
  func settle() async throws {
    let end = ContinuousClock.now + .milliseconds(300)
    try await blocking { while .now < end { _ = self.control.waitForOutput(until: end) } }
  }

  func resize(columns: Int, rows: Int) async throws {
    try await blocking { _ = self.control.ask("resize-window -x \(columns) -y \(rows)") }
  }

  /// The id of the process that runs in the terminal, once it does.
  var processID: Int32? { note("process") }

  /// Waits until the program in the terminal has ended.
  /// - Returns: its exit status; 128 and the signal when one ended it.
  @discardableResult
  func waitForEnd() async throws -> Int32 {
    try await blocking {
      let deadline = ContinuousClock.now + .seconds(60)
      while true {
        if let status = self.note("status") { return status }
        guard .now < deadline else { throw TimedOut(wanted: "the end of the program", screen: self.screen) }
        _ = self.control.waitForOutput(until: .now + .milliseconds(100))
      }
    }
  }

  /// What the witness wrote.
  private func note(_ name: String) -> Int32? {
    let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
  }

  /// Waits until the screen shows a text.
  /// - Throws: `TimedOut` with the screen as it is.
  @discardableResult
  func wait(for text: String, within limit: Duration = .seconds(30)) async throws -> String {
    try await wait("“\(text)”", within: limit) { $0.contains(text) }
  }

  /// Waits until the terminal's own cursor is shown, on a line with a text.
  func wait(forCursorOn text: String) async throws {
    try await wait("the cursor on “\(text)”") { screen in
      let place = self.control.ask("display-message -p '#{cursor_flag} #{cursor_y}'").first?.split(separator: " ") ?? []
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      guard place.count == 2, place[0] == "1", let row = Int(place[1]), lines.indices.contains(row) else {
        return false
      }
      return lines[row].contains(text)
    }
  }

  /// Waits until the screen is as wanted.
  @discardableResult
  func wait(
    _ wanted: String, within limit: Duration = .seconds(30), until isThere: @escaping @Sendable (String) -> Bool
  ) async throws -> String {
    try await blocking { try self.sleepUntil(isThere, wanted, .now + limit) }
  }

  private func sleepUntil(
    _ isThere: (String) -> Bool, _ wanted: String, _ deadline: ContinuousClock.Instant
  ) throws -> String {
    while true {
      let current = screen
      if isThere(current) { return current }
      guard .now < deadline else { throw TimedOut(wanted: wanted, screen: current) }
      // What a program wrote last is on the screen, but not always told of when the program has ended.
      _ = control.waitForOutput(until: min(deadline, .now + .seconds(1)))
    }
  }
}
