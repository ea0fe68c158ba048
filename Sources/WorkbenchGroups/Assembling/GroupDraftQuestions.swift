import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension Confirm {
  static func discarding(_ group: String) -> Confirm {
    Confirm(
      "Discard your edits of \(group.fitted(to: 40))?",
      [
        "The steps will be as the group's file has them.",
        StyledText("u brings your edits back until you quit.", .muted), "",
      ],
      choices: [.init("n", "keep editing"), .init("d", "discard them", .assemble(.discard))])
  }

  /// Shows line by line where they differ.
  static func choosing(_ mine: String, _ theirs: LoadedGroup, saves: Bool) -> Confirm {
    let lines = LineDifference(lines(of: mine), Self.lines(of: theirs.saved)).lines.prefix(longest).map(\.drawn)
    let sides: StyledText = [Span("- yours", .failure), Span("   "), Span("+ in the file", .success)]
    return Confirm(
      "\(theirs.file.fitted(to: 50)) has also changed on disk", [sides, ""] + lines + [""],
      choices: [
        .init("m", saves ? "write mine" : "keep mine", .assemble(.keepMine(theirs, saves: saves)), isDangerous: true),
        .init("f", "take the file's", .assemble(.keepTheirs(theirs)), isDangerous: true), .init("l", "later"),
      ], selected: 2, comesUnasked: true)
  }

  private static let longest = 200

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Sanitizer.visible(String($0)) }
  }
}
