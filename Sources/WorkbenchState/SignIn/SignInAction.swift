import ParleyEngine
package import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// An action during a sign-in.
package enum SignInAction: Sendable {
  /// Something begins or ends to wait.
  case changed
  case news(SignInNews)
  /// In the person's browser: the one that is on top.
  case openPage
  case opened(Int, Bool)
  case copyCode
  /// Swaps what is drawn of the code that is scanned.
  case invert
  case giveUp(Int)
  /// To what a request in flight asks; nil when the person would not say.
  case reply([String]?, AnswerKeeping)
}

package enum SignInEffect: ServiceEffect {
  case look
  case open(Int, String)
  case giveUp(Int)
  case reply([String]?, AnswerKeeping)

  package var lane: Lane? {
    if case .look = self { Lane("signIn", keepsOnlyNewest: true) } else { nil }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .look: return [.signIn(.news(services.requests.signIns.news))]
    case .open(let id, let address): return [.signIn(.opened(id, await services.requests.openBrowser(at: address)))]
    case .giveUp(let id): services.requests.signIns.giveUp(id)
    case .reply(let answers, let keeping): services.requests.signIns.questions.reply(answers, keeping)
    }
    return []
  }
}

extension KeyContext {
  /// While a person signs in elsewhere.
  package static let signIn: KeyContext = "signIn"
}

extension SignInSheet {
  package static var commands: [CommandRow] {
    [
      row("open", "Open in the browser", "Opens the page to sign in at in your browser.", "o", .openPage),
      row("copyCode", "Copy the code", "Copies the code to be typed at the page.", "c", .copyCode) {
        $0.signIn.top?.invitation.code == nil ? "This sign-in has no code." : nil
      },
      row(
        "invert", "Invert the QR code", "Swaps light and dark in the QR code, for screens it cannot be scanned from.",
        "i", .invert
      ) { $0.signIn.top?.invitation.code == nil ? "This sign-in has no QR code." : nil },
    ]
  }

  private static func row(
    _ id: String, _ title: String, _ help: String, _ key: String, _ action: SignInAction,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("signIn.\(id)"), title, help: help, keys: [key], in: [.signIn], does: .signIn(action),
      disabledReason: disabledReason)
  }
}
