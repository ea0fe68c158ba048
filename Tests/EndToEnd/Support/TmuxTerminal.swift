import Foundation

/// A real terminal, of tmux, with one program in it: types keys, and waits for what a person would see.
///
/// tmux runs in its control mode, where it tells of every output; so waiting means sleeping until the screen has changed.
final class TmuxTerminal {
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
  init(
    _ command: [String], columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "parley-tmux-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    control = try TmuxControl(
      socket: folder.appending(path: "socket").path, size: (columns, rows), environment: environment, command: command)
  }

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
  func press(_ keys: String...) {
    for key in keys { _ = control.ask("send-keys \(key)") }
  }

  /// Types text, every byte as it is.
  func type(_ text: String) {
    let bytes = text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    _ = control.ask("send-keys -H \(bytes)")
  }

  func resize(columns: Int, rows: Int) {
    _ = control.ask("resize-window -x \(columns) -y \(rows)")
  }

  /// The id of the process that runs in the terminal.
  var processID: Int32? {
    control.ask("display-message -p '#{pane_pid}'").first.flatMap { Int32($0) }
  }

  /// Waits until the screen shows a text.
  /// - Throws: `TimedOut` with the screen as it is.
  @discardableResult
  func wait(for text: String, within limit: Duration = .seconds(20)) throws -> String {
    try wait("“\(text)”", within: limit) { $0.contains(text) }
  }

  /// Waits until the screen is as wanted.
  @discardableResult
  func wait(
    _ wanted: String, within limit: Duration = .seconds(20), until isThere: (String) -> Bool
  ) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      let current = screen
      if isThere(current) { return current }
      guard control.waitForOutput(until: deadline) else { throw TimedOut(wanted: wanted, screen: screen) }
    }
  }
}
