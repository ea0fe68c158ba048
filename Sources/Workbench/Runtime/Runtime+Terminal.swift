import TerminalKit
import WorkbenchServices
import WorkbenchState

// What only the terminal can do, in the loop's own thread.
extension Runtime {
  func perform(_ effect: TerminalEffect) {
    switch effect {
    case .copy(let text, let name): copy(text, of: name)
    case .suspend: terminal.suspend()
    case .title(let title): terminal.setTitle(title)
    case .paint(let theme): terminal.theme = theme
    case .edit(let file, let line):
      _ = edit(file, line: line) { .editorFailed(editor, status: $0) }
      // Where the system watches no files, nobody else tells.
      mailbox.post([.workspace(.reload)])
    case .editStaged(let file, let line, let collecting):
      let isDone = edit(file, line: line) { .editorGaveUp(editor, status: $0) }
      runner.perform(isDone ? collecting : DiscardStaged(file: file))
    case .show(let file, let program):
      show(file, in: program)
      runner.perform(DiscardBody(file: file))
    }
  }

  private func show(_ file: String, in program: BodyProgram) {
    guard program == .pager else {
      _ = edit(file, line: nil) { .editorGaveUp(editor, status: $0) }
      return
    }
    guard !pager.isEmpty else { return mailbox.post([.failed(.noPager)]) }
    do { _ = try terminal.handOver(to: pager + [file], without: services.person.withheldVariables) } catch {
      mailbox.post([.failed(Problem(code: error.code.rawValue, error.summary, advice: error.advice))])
    }
  }

  private func copy(_ text: String, of name: String) {
    guard !services.person.copiesByProgram, terminal.copy(text) else {
      return runner.perform(ClipboardEffect(text: text, name: name))
    }
    mailbox.post([.notice(.copied(text, of: name))])
  }

  /// - Parameter failed: gives the problem to report if the editor ends with that status.
  /// - Returns: whether it ended well.
  private func edit(_ file: String, line: Int?, failed: (Int32) -> Problem) -> Bool {
    guard !editor.isEmpty else {
      mailbox.post([.failed(.noEditor)])
      return false
    }
    // `+N` is understood by vi, emacs, nano and most of their kin.
    let place = line.map { ["+\($0)"] } ?? []
    do {
      let status = try terminal.handOver(
        to: editor + place + [path(of: file)], without: services.person.withheldVariables)
      if status != 0 { mailbox.post([.failed(failed(status))]) }
      return status == 0
    } catch {
      mailbox.post([.failed(Problem(code: error.code.rawValue, error.summary, advice: error.advice))])
      return false
    }
  }

  /// Files of the workspace are named within it; the program may have been started anywhere.
  private func path(of file: String) -> String {
    guard !file.hasPrefix("/"), let folder = state.workspace?.folder else { return file }
    return "\(folder)/\(file)"
  }
}

extension Problem {
  static let noEditor = Problem(
    code: "editor.none", "No editor is named.", advice: "Set EDITOR, for instance: export EDITOR=nano.")

  static let noPager = Problem(
    code: "pager.none", "No pager is named.", advice: "Set PAGER, for instance: export PAGER=less.")

  static func editorFailed(_ editor: [String], status: Int32) -> Problem {
    Problem(
      code: "editor.failed", "The editor “\(editor.joined(separator: " "))” ended with status \(status).",
      advice: "Check the file: the editor's changes were saved.")
  }

  /// The problem of a text that is only used if the editor exits with status 0, unlike `:cq` in vi.
  static func editorGaveUp(_ editor: [String], status: Int32) -> Problem {
    Problem(
      code: "editor.failed", "The editor “\(editor.joined(separator: " "))” ended with status \(status).",
      advice: "Nothing was changed.")
  }
}
