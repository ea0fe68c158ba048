import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

extension LivePerson {
  private static let terminalLimit = 75_000

  package var copiesByProgram: Bool { live.tmux != nil }

  /// Tmux hands short text on to the terminal around it. What is longer than that takes goes to the desktop's program.
  package func copy(_ text: String) async throws -> String {
    let isShort = text.utf8.count <= Self.terminalLimit
    guard let clipboard = isShort ? live.tmux ?? live.clipboard : live.clipboard else {
      throw Problem(
        code: "copy.tooLong",
        "The text is too long for the terminal's clipboard, and no clipboard program was found.",
        detail:
          "It has \(ByteCount.text(text.utf8.count)); the terminal's escape sequence (OSC 52) takes at most 75 KB.",
        advice: "Install wl-copy, xclip or xsel, or work inside tmux. Press s to save a body to a file.")
    }
    do throws(CommandError) {
      try await clipboard.copy(text)
      return clipboard.name
    } catch {
      throw Problem(
        code: "copy.program", "\(clipboard.name) \(error.summary); the text was not copied.", detail: error.detail,
        advice: "Press s to save a body to a file.")
    }
  }
}
