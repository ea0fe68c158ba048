import TerminalKit

// What only the terminal can do, in the loop's own thread.
extension Runtime {
  func perform(_ effect: TerminalEffect) {
    switch effect {
    case .copy(let text): copy(text)
    case .suspend: terminal.suspend()
    case .title(let title): terminal.setTitle(title)
    case .edit(let file, let line): edit(file, line: line)
    case .editStaged(let file, let collecting):
      edit(file, line: nil)
      runner.perform(collecting)
    }
  }

  private func copy(_ text: String) {
    if !terminal.copy(text) { runner.perform(ClipboardWork(text: text)) }
  }

  private func edit(_ file: String, line: Int?) {
    guard !editor.isEmpty else { return mailbox.post([.failed(.noEditor)]) }
    // `+N` is understood by vi, emacs, nano and most of their kin.
    let place = line.map { ["+\($0)"] } ?? []
    do {
      let status = try terminal.handOver(to: editor + place + [path(of: file)])
      if status != 0 { mailbox.post([.failed(.editorFailed(editor, status: status))]) }
    } catch {
      mailbox.post([.failed(Problem(code: error.code.rawValue, error.summary, advice: error.advice))])
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

  static func editorFailed(_ editor: [String], status: Int32) -> Problem {
    Problem(
      code: "editor.failed", "The editor “\(editor.joined(separator: " "))” ended with status \(status).",
      advice: "What it wrote was taken; look at it before you save.")
  }
}
