import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Shows a person at the terminal where to sign in, and opens the page if there is a browser.
struct ConsoleSignIn: SignInGuide {
  /// Nothing is masked: a password that is a word of the address would make it useless.
  let console: any Console
  let browser: BrowserProgram?

  func show(_ invitation: SignInInvitation) async throws {
    for line in Self.lines(for: invitation) { console.note(line) }
    guard invitation.code == nil, let browser else { return }
    if await browser.open(invitation.address) { console.note("It was opened in your browser.") }
  }

  static func lines(for invitation: SignInInvitation) -> [String] {
    guard let code = invitation.code else {
      return ["Sign in at:", "", "  \(invitation.address)", "", "Waiting for the browser. Ctrl-C cancels."]
    }
    let picture = QRCode(invitation.bestAddress)?.lines().map { "  \($0)" } ?? []
    return ["Sign in at \(invitation.address) with the code \(code)", ""] + picture
      + ["", "Waiting until you have. Ctrl-C cancels."]
  }
}
