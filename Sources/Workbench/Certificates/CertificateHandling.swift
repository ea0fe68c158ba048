import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Looking at the certificates of servers, and trusting them.
enum CertificateHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "certificate.check", "Check certificates again",
        help: "Ends what was allowed for this environment: servers are checked as ever.", keys: [],
        in: [.always], does: .certificates(.check(true, then: nil)),
        disabledReason: {
          $0.workspace?.checksCertificates == false ? nil : "The certificates of servers are checked already."
        })
    ]
  }

  static func handle(_ action: CertificateAction, in state: inout State) -> [Effect] {
    switch action {
    case .show(let chain, let intent):
      state.popups.push(Popup(Confirm(chain, in: state.workspace, then: intent, at: state.now)))
    case .askFile(let server, let intent):
      state.ask(AuthoritiesForm(server: server, intent: intent))
    case .trust, .trustFile, .check: return [.perform(CertificateDecisionEffect(action: action))]
    case .decided(let snapshot, let intent):
      let sending = intent.map { [Effect.then(.sending(.intent($0)))] } ?? []
      return [.then(.workspace(.changed(snapshot)))] + sending
    }
    return []
  }

  /// Explains a failed handshake, while the person can still see that it failed.
  static func certificates(after error: RequestError, of transfer: ActiveTransfer, in state: State) -> [Effect] {
    guard case .transport(let failure) = error, failure.kind == .tls, let intent = transfer.intent,
      state.screen == .requests, state.tabs.open == transfer.request
    else { return [] }
    let url = failure.server.map { "https://\($0)" } ?? transfer.url
    return [
      .perform(CertificateEffect(url: url, options: transfer.options, intent: intent, isAskedFor: false))
    ]
  }
}

extension TransportError {
  /// The `host:port` that its sentence names: after a redirect that is another one than the request's.
  fileprivate var server: String? {
    summary.split(separator: " ").lazy.map { String($0) }.first { word in
      guard let mark = word.lastIndex(of: ":"), mark != word.startIndex else { return false }
      let port = word[word.index(after: mark)...]
      return !port.isEmpty && port.allSatisfy(\.isNumber)
    }
  }
}

extension Confirm {
  /// The certificates of a server, and what can be decided about them.
  fileprivate init(
    _ chain: CertificateChain, in workspace: WorkspaceSnapshot?, then intent: SendIntent?, at now: Timestamp
  ) {
    let isTrusted = workspace?.trustedServers.contains(chain.server.lowercased()) == true
    let isChecked = workspace?.checksCertificates != false
    let environment = workspace?.environment.map { "in \($0) " } ?? ""
    var choices: [Choice] = [.init("n", chain.problem == nil ? "close" : "leave it")]
    // Without TLS there is nothing to trust.
    if chain.problem?.kind == .tls {
      if chain.isMendedByTrust, let leaf = chain.certificates.first {
        choices.append(
          .init(
            "t", "trust this certificate for \(chain.server)",
            .certificates(.trust(leaf.pem, of: chain.server, then: intent)), isDangerous: true))
      }
      choices.append(
        .init("f", "use a CA file…", .certificates(.askFile(of: chain.server, then: intent))))
      if var once = intent {
        once.skipsCertificateCheck = true
        choices.append(.init("o", "once without checking", .sending(.intent(once)), isDangerous: true))
      }
      if isChecked {
        choices.append(
          .init(
            "e", "\(environment)without checking until you quit", .certificates(.check(false, then: intent)),
            isDangerous: true))
      }
    }
    if !isChecked {
      choices.append(.init("e", "\(environment)check again", .certificates(.check(true, then: nil))))
    }
    if isTrusted {
      choices.append(.init("r", "trust it no longer", .certificates(.trust(nil, of: chain.server, then: nil))))
    }
    self.init(
      chain.problem?.kind == .tls ? "TLS: \(chain.server) is not trusted" : "TLS: \(chain.server)",
      (isChecked ? [] : [Self.unchecked, ""]) + CertificateLines(chain, isTrusted: isTrusted, at: now).lines
        + (chain.isMendedByTrust ? ["", Self.meaningOfTrust] : []) + [""],
      choices: choices,
      comesUnasked: chain.problem != nil)
  }

  private static let meaningOfTrust = StyledText(
    "Once trusted, only its key counts, not its name, dates or issuer.", .muted)
  private static let unchecked = StyledText("⚠ Nothing is checked in this environment until you quit.", Style(.warning))
}

/// Asks for the file of the authorities to trust for a server.
struct AuthoritiesForm: PopupForm {
  let server: String
  /// The request that is sent then.
  let intent: SendIntent?

  var title: String { "Authorities for \(server)" }
  var note: String { "A PEM file with the certificates of the authorities to trust for this server." }
  var fields: [FormField] { [FormField("file")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].trimmed.isEmpty else { throw FormMistake("Name the file.") }
    return .certificates(.trustFile(answers[0].trimmed, of: server, then: intent))
  }
}
