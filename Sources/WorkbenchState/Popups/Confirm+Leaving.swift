import TerminalKit

extension Confirm {
  /// Asks before what was typed is given up.
  /// - Parameters:
  ///   - what: the name of the typed text: `the input of pay`.
  ///   - keeping: the letter and the word for taking it over, and what is done then.
  package static func leaving(_ what: String, keeping: Choice, discarding: Action) -> Confirm {
    Confirm(
      "Discard what you typed?", [StyledText("You are editing \(what)."), ""],
      choices: [.init("b", "keep editing"), keeping, .init("d", "discard it", discarding)])
  }
}
