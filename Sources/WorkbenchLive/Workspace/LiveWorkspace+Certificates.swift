package import ParleyEngine
internal import ParleyFiles
import ParleyWorkspace
package import WorkbenchServices

extension LiveWorkspace {
  package func certificates(of url: String, _ options: TransferOptions?) async throws -> CertificateChain {
    try await session.sending.certificates(of: url, options: options)
  }

  package func trust(certificate pem: String?, of server: String) async throws -> WorkspaceSnapshot {
    if let pem { try session.serverTrust.trust(pem, of: server) } else { try session.serverTrust.forget(server) }
    return try await snapshot()
  }

  package func trust(authoritiesIn file: String, of server: String) async throws -> WorkspaceSnapshot {
    try session.serverTrust.trust(authoritiesIn: personalPath(file), of: server)
    return try await snapshot()
  }

  package func checkCertificates(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    session.serverTrust.check(isOn, in: session.environmentName)
    return try await snapshot()
  }
}
