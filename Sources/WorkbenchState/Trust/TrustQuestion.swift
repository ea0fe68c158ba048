package import ParleyModel
import TerminalKit
package import WorkbenchServices

// The question whether a workspace may do what it asks for.
extension Confirm {
  /// Lists what a workspace asks for.
  /// - Parameter intent: the request to send once it is allowed.
  package static func trust(_ items: [TrustItem], before intent: SendIntent? = nil) -> Confirm {
    let action = Action.workspace(.trust(items))
    return trust(
      items, allowing: intent.map { ("allow and send", .sending(.trustAndSend(items, $0))) } ?? ("allow", action))
  }

  /// - Parameter allowing: the word for it, and what is done then.
  package static func trust(_ items: [TrustItem], allowing: (word: String, action: Action)) -> Confirm {
    let intro: [StyledText] = ["This workspace needs your permission to:", ""]
    let lines = items.map { item -> StyledText in
      [Span("  \(item.word)  ", .muted), Span(item.text, .text, .bold)]
    }
    return Confirm(
      "Trust this workspace?",
      intro + lines + ["", StyledText("Without permission these fail; everything else works.", .muted), ""],
      choices: [
        .init("n", "not now"),
        .init("a", allowing.word, allowing.action, isDangerous: true),
      ], comesUnasked: true)
  }
}
