package import ParleyEngine
package import WorkbenchServices

/// Certificates of servers: looking at them, and what a person decides about them.
package indirect enum CertificateAction: Sendable {
  /// Shows the chain; the request is sent again once something is decided.
  case show(CertificateChain, then: SendIntent?)
  /// Trusts a certificate for a server; nil trusts the server no longer.
  case trust(String?, of: String, then: SendIntent?)
  /// Asks for the file of the authorities.
  case askFile(of: String, then: SendIntent?)
  case trustFile(String, of: String, then: SendIntent?)
  /// Whether certificates are checked in the active environment, as long as the program runs.
  case check(Bool, then: SendIntent?)
  /// The workspace is another one now, and the request can be sent.
  case decided(WorkspaceSnapshot, then: SendIntent?)
}

/// Looks at the certificates of a server.
package struct CertificateEffect: ServiceEffect {
  let url: String
  let options: TransferOptions?
  var intent: SendIntent?
  /// Whether a person has asked for them; otherwise they explain a failure that is shown already.
  package var isAskedFor = true

  package init(url: String, options: TransferOptions?, intent: SendIntent? = nil, isAskedFor: Bool = true) {
    self.url = url
    self.options = options
    self.intent = intent
    self.isAskedFor = isAskedFor
  }

  package func perform(with services: Services) async throws -> [Action] {
    [.certificates(.show(try await services.workspace.certificates(of: url, options), then: intent))]
  }
}

/// Carries out what a person decided about certificates.
package struct CertificateDecisionEffect: ServiceEffect {
  package let action: CertificateAction

  package init(action: CertificateAction) {
    self.action = action
  }

  package func perform(with services: Services) async throws -> [Action] {
    let workspace = services.workspace
    switch action {
    case .trust(let pem, let server, let intent):
      let words = pem == nil ? "\(server) is trusted no longer." : "\(server) is trusted now; F5 sends the request."
      return decided(try await workspace.trust(certificate: pem, of: server), intent, words)
    case .trustFile(let file, let server, let intent):
      return decided(
        try await workspace.trust(authoritiesIn: file, of: server), intent,
        "The file is trusted for \(server) now; F5 sends the request.")
    case .check(let isOn, let intent):
      let words =
        isOn ? "Certificates are checked again." : "Certificates are not checked until you quit; F5 sends the request."
      return decided(try await workspace.checkCertificates(isOn), intent, words)
    case .show, .askFile, .decided: return []
    }
  }

  /// A request that is sent at once shows by itself what has changed.
  private func decided(_ snapshot: WorkspaceSnapshot, _ intent: SendIntent?, _ words: String) -> [Action] {
    let said: [Action] = intent == nil ? [.notice(.done(words))] : []
    return [.certificates(.decided(snapshot, then: intent))] + said
  }
}
