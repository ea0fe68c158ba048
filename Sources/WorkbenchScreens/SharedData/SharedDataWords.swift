import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let sharedData = ScreenWords(
    headings: [
      .shared: Heading(
        "On the Shared data screen",
        purpose:
          "Values that requests and groups pass on: captured from responses, or written by hand.",
        signs: [
          "~": "A request, another program or somebody else wrote the key since you last looked at it.",
          "◆": "A key that you marked.",
          "◉": "A key that you observe.",
          "⇄": "A key of the team.",
        ]),
      .sharedKeys: "In the list of keys",
      .sharedEntry: "On a key of the list",
      .sharedGroup: "On a group of keys",
      .sharedStructure: "In the structure of a value",
      .sharedFilter: "While filtering keys",
      .sharedCompletion: "In the list of fields to filter keys by",
      .sharedValue: "In the value of a key",
      .sharedBody: "In the value of a key that is shown",
      .sharedMasked: "In the value of a key that is masked",
      .sharedPrompt: "In the line below a value (search, filter)",
      .sharedEditor: "While editing a value",
      .sharedHistory: Heading(
        "In the history of a key",
        signs: [
          "◇": "A change that you marked to compare it.",
          "↶": "A change that was undone or redone.",
          "✗": "The key was removed.",
        ]),
      .sharedUses: Heading(
        "In the list of places that use a key", signs: ["→": "Writes the key.", "←": "Reads it."]),
      .comparedShared: Heading("In the comparison of shared keys", signs: Difference.signs),
    ],
    palette: [
      "screen.shared": "shared keys variables captured tokens",
      "shared.of": "keys tokens captured",
    ])
}
