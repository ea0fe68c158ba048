package import ParleyModel
import ParleyText
import TerminalKit
package import WorkbenchServices

// The question whether a workspace may do what it asks for.
extension Confirm {
  /// Lists what a workspace asks for.
  /// - Parameter intent: the request to send once it is allowed.
  package static func trust(_ items: [TrustItem], before intent: SendIntent? = nil) -> Confirm {
    guard let intent else { return trust(items, allowing: ("allow", .workspace(.trust(items)))) }
    return trust(
      items, allowing: ("allow and send", .sending(.trustAndSend(items, intent))),
      refusing: ("do not send", "Without permission the request is not sent."))
  }

  /// - Parameters:
  ///   - allowing: the word for it, and what is done then.
  ///   - refusing: the word for it, and what it means.
  package static func trust(
    _ items: [TrustItem], allowing: (word: String, action: Action),
    refusing: (word: String, meaning: String) = ("not now", "Without permission these fail; everything else works.")
  ) -> Confirm {
    let intro: [StyledText] = ["This workspace needs your permission to:", ""]
    let lines: [StyledText] = items.map { [Span("  \($0)", .text, .bold)] }
    return Confirm(
      "Trust this workspace?",
      intro + lines + ["", StyledText(refusing.meaning, .muted), ""],
      choices: [.init("n", refusing.word)] + reading(items) + [
        .init("a", allowing.word, allowing.action, isDangerous: true)
      ], comesUnasked: true)
  }

  /// The answer that shows the files of the workspace that would run; none where none would.
  package static func reading(_ items: [TrustItem]) -> [Choice] {
    let paths = items.flatMap { item in
      if case .command(_, let files) = item { files.keys.sorted() } else { [String]() }
    }
    guard let first = paths.first else { return [] }
    let what = paths.count == 1 ? Printable.text(first).fitted(to: 30) : "the \(paths.count.counted("file"))"
    return [.init("s", "show \(what)", .change { _ in [.perform(WorkspaceEffect.scripts(paths))] }, stays: true)]
  }
}
