import ParleyWorkspace

extension LiveServices {
  public func copy(_ text: String) async throws -> String {
    guard let clipboard else {
      throw Problem(
        code: "copy.tooLong",
        "The text is too long for the terminal's clipboard, and no program was found that takes it.",
        detail: "It has \(text.utf8.count.asBytes); terminals take 75 KB at most by their escape sequence (OSC 52).",
        advice: "Install wl-copy, xclip or xsel, or work inside tmux; s saves a body to a file.")
    }
    do throws(CommandError) {
      try await clipboard.copy(text)
      return clipboard.name
    } catch {
      throw Problem(
        code: "copy.program", "\(clipboard.name) \(error.summary); the text was not copied.", detail: error.detail,
        advice: "s saves a body to a file.")
    }
  }
}
