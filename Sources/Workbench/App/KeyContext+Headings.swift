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

  /// The signs that the pane can show, and their meaning.
  var signs: [Sign] { Self.headings[self]?.signs ?? [] }

  static let headings = Screens.all.reduce(into: ofManyScreens) { $0.merge($1.words.headings) { own, _ in own } }

  /// Those of panes and pop-ups that several screens have.
  private static let ofManyScreens: [KeyContext: Heading] = [
    .always: "Everywhere, even while typing",
    .browsing: Heading(
      "Everywhere",
      signs: [
        "✓ ✗ ⚠": "Right or succeeded; wrong or failed; a warning.",
        "✎": "Edited: not saved yet, or changed by hand.",
        "●": "The one that is shown or active; in the top bar, a shared key that somebody else has changed.",
        "▾ ▸": "Unfolded, folded: there is more inside. ▾ behind a value opens a list.",
        "← →": "The place a value is from; the place it goes to.",
        "▲ ▼": "In the head of a list: it is sorted by this column, upwards or downwards.",
        "• 2": "Behind the name of a tab: it holds something, or so much.",
        "◂2 ▸1": "Tabs that are out of sight, and how many of them hold something.",
        "↑ ↓": "There are more rows above or below.",
        "▶ ▮▮ ■ ⚡": "Runs; is paused; has ended or was stopped; was interrupted.",
        "⏎": "A line break, in a value of several lines.",
        "⇅ ↻": "Requests in flight; a request that is sent again and again.",
      ]),
    .typing: "While typing",
    .popup: "In pop-ups",
    .sheet: "In pop-ups without a text field",
    .form: "In forms",
    .question: "In the question",
    .danger: "In questions about what cannot be undone",
    .strip: Heading(
      "In the log strip",
      purpose: "The newest events: those of the open request, or all. Enter opens what a line is about.",
      signs: ["◆": "A line that you marked."]),
    .comparedResponses: Heading("In the comparison of two responses", signs: Difference.signs),
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
