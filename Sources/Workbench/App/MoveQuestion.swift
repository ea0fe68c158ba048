package import TerminalKit

/// Asks, before the workbench opens, where a workspace comes from whose id is known at other paths.
///
/// Nothing of it is open yet, so that whatever is answered nothing has to be undone, and without an answer it is asked again.
package struct MoveQuestion: Sendable {
  package enum Answer: Hashable, Sendable {
    /// It has its own, empty store from now on.
    case copy
    /// The store at the place of this number comes along.
    case moved(from: Int)
    /// Neither: the person goes away.
    case leave
  }

  private let here: String
  private let known: [String]
  /// Those of them in which there is still a workspace, so that this one is hardly the one that was moved.
  private let present: Set<String>
  /// The reason why the previous choice is not possible; nil before the first one.
  package var obstacle: String?

  /// - Parameters:
  ///   - here: the folder of the workspace.
  ///   - known: the folders in which its id is known; at least one.
  ///   - present: those of them in which there is still a workspace.
  package init(here: String, known: [String], present: Set<String> = []) {
    self.here = here
    self.known = known
    self.present = present
  }

  /// Takes the terminal over until there is an answer; the screen stays up for what follows.
  package func ask(on terminal: any Terminal) throws(TerminalError) -> Answer {
    try terminal.start()
    var dialog = Dialog(
      title: "Moved, or a copy?", text: text, buttons: ["A copy"] + known.map { "Moved from \($0)" }
    )
    if isLeft(before: terminal) { return .leave }
    while true {
      draw(dialog, on: terminal)
      guard let event = terminal.nextEvent() else { continue }
      if let answer = answer(to: event, &dialog) { return answer }
    }
  }

  private func draw(_ dialog: Dialog, on terminal: any Terminal) {
    var frame = Frame(size: terminal.size)
    dialog.draw(into: &frame, rect: frame.bounds)
    terminal.draw(frame)
  }

  /// Discards what was typed before the question could be read, so that it answers nothing.
  private func isLeft(before terminal: any Terminal) -> Bool {
    while let event = terminal.nextEvent(timeout: .zero) {
      if [.hangup, .terminate, .key(.control("c"))].contains(event) { return true }
    }
    return false
  }

  private func answer(to event: InputEvent, _ dialog: inout Dialog) -> Answer? {
    switch event {
    case .hangup, .terminate, .key(.control("c")), .key(.escape), .key(.character("n")): return .leave
    case .key(.character("c")): return .copy
    case .key(.character("m")): return .moved(from: 0)
    case .key(.down): _ = dialog.handle(.right)
    case .key(.up): _ = dialog.handle(.left)
    case .key(let key):
      guard key == .character("y") || dialog.handle(key) == .activated else { return nil }
      return dialog.selection == 0 ? .copy : .moved(from: dialog.selection - 1)
    case .paste, .mouse, .resize, .resumed, .woken: break
    }
    return nil
  }

  private var text: String {
    """
    \(here)
    has the id of a workspace already known at
    \(known.map { present.contains($0) ? "\($0)   (still there)" : $0 }.joined(separator: "\n"))

    If it was moved, it keeps its history, drafts and log. A copy starts without them.
    \(obstacle.map { "\n\($0)\n" } ?? "")
    Tab chooses, Enter or y confirms, n or Esc quits. c: a copy, m: moved.
    """
  }
}
