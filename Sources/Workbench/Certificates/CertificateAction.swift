import ParleyEngine
import WorkbenchServices

/// Certificates of servers: looking at them, and what a person decides about them.
indirect enum CertificateAction: Sendable {
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
struct CertificateEffect: ServiceEffect {
  let url: String
  let options: TransferOptions?
  var intent: SendIntent?
  /// Whether a person has asked for them; otherwise they explain a failure that is shown already.
  var isAskedFor = true

  func perform(with services: Services) async throws -> [Action] {
    [.certificates(.show(try await services.workspace.certificates(of: url, options), then: intent))]
  }
}

/// Carries out what a person decided about certificates.
struct CertificateDecisionEffect: ServiceEffect {
  let action: CertificateAction

  func perform(with services: Services) async throws -> [Action] {
    let workspace = services.workspace
    switch action {
    case .trust(let pem, let server, let intent):
      return [.certificates(.decided(try await workspace.trust(certificate: pem, of: server), then: intent))]
    case .trustFile(let file, let server, let intent):
      return [.certificates(.decided(try await workspace.trust(authoritiesIn: file, of: server), then: intent))]
    case .check(let isOn, let intent):
      return [.certificates(.decided(try await workspace.checkCertificates(isOn), then: intent))]
    case .show, .askFile, .decided: return []
    }
  }
}
