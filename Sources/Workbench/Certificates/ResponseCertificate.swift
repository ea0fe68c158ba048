import ParleyEngine
import TerminalKit
import WorkbenchState

/// Shows the certificate of the response in the pane: that of its server, and those that vouch for it.
enum ResponseCertificate {
  static var command: CommandRow {
    CommandRow(
      "certificate.look", "Certificate of the server",
      help:
        "Shows the TLS certificates of the server: names, dates, issuer and fingerprint. Trusts them, or no longer.",
      keys: ["Alt-h"], in: [.response, .composer, .sidebar], disabledReason: { whyNone(in: $0) }
    ) { state in
      look(in: state)
    }
  }

  private static func whyNone(in state: State) -> String? {
    guard let pane = state.tabs.current?.response, let url = pane.serverURL else { return "There is no response yet." }
    return TrustedServers.name(of: url) == nil ? "The response came without TLS." : nil
  }

  private static func look(in state: State) -> [Effect] {
    guard let tab = state.tabs.current, let url = tab.response.serverURL else { return [] }
    return [.perform(CertificateEffect(url: url, options: tab.response.sentOptions))]
  }
}
