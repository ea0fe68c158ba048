import TerminalKit
import WorkbenchState

extension KeyContext {
  /// Every set of contexts that can be active at once, for the test that no key has two meanings.
  static let active: [[KeyContext]] =
    Screens.all.flatMap { $0.keyContextSets } + LogStrip.keyContextSets
    + [
      [.popup], [.popup, .sheet], [.popup, .variables, .sheet], [.popup, .importing, .sheet],
      [.popup, .signIn, .sheet], [.popup, .form], [.popup, .form, .question],
      [.popup, .sheet, .danger],
    ]
}

extension KeyContext {
  /// The title of its keys, in the help and in the key reference.
  var heading: String { Self.headings[self]?.title ?? name }

  /// The pane's purpose, in a sentence or two; nil where the keys say it themselves.
  var purpose: String? { Self.headings[self]?.purpose }

  static let headings = Screens.all.reduce(into: ofManyScreens) { $0.merge($1.words.headings) { own, _ in own } }

  /// Those of panes and pop-ups that several screens have.
  private static let ofManyScreens: [KeyContext: Heading] = [
    .always: "Everywhere, even while typing",
    .browsing: "Everywhere",
    .typing: "While typing",
    .popup: "In pop-ups",
    .sheet: "In pop-ups without a text field",
    .form: "In forms",
    .question: "In the question",
    .danger: "In questions about what cannot be undone",
    .strip: Heading(
      "In the log strip",
      purpose: "The newest events: those of the open request, or all. Enter opens what a line is about."),
    .comparedResponses: "In the comparison of two responses",
    .chain: "In the steps and links of a new group",
    .importing: Heading(
      "In what an import would make",
      purpose: "The files that the import would write. Nothing is written before you accept."),
    .variables: Heading(
      "In the table of variables",
      purpose: "The values that {{name}} stands for, one column for each environment."),
    .signIn: "While you sign in",
  ]
}
