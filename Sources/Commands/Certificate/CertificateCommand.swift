import ParleyEngine
import ParleyText
import ParleyWorkspace

/// `parley certificate URL`: the TLS certificates of a server, and whether they are trusted. Sends nothing.
package struct CertificateCommand: Sendable {
  package enum Action: Sendable {
    case look
    /// Trusts the server's own certificate for the workspace on this machine.
    case trust
    /// Trusts the authorities of a file for this server.
    case trustFile(String)
    /// Trusts the server as the system does, and no further.
    case forget
  }

  package var url: String
  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool

  /// - Parameter url: without a scheme it is of https.
  package init(_ url: String, _ action: Action = .look, _ arguments: SessionArguments, printsJSON: Bool = false) {
    self.url = url.contains("://") ? url : "https://" + url
    (self.action, self.arguments, self.printsJSON) = (action, arguments, printsJSON)
    // Somebody who looks at a certificate need not stand in a workspace.
    self.arguments.scratch = .silently
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(on: console, printsJSON: printsJSON, busy: "connecting to \(url)") {
      session, console in
      guard let server = TrustedServers.name(of: url) else {
        throw UsageError(
          "\(url) is no URL with TLS.", advice: "Name a host, or a URL that begins with https:// or wss://.")
      }
      try await decide(on: server, in: session)
      let chain = try await chain(in: session)
      let isTrusted = session.serverTrust.names.contains(server)
      if printsJSON {
        console.print(chain.json(isTrusted: isTrusted))
      } else {
        for line in chain.lines(at: .now()) { console.print(line) }
        console.note(verdict(chain, isTrusted: isTrusted))
      }
      return chain.problem == nil ? .good : ExitStatus(RequestError.transport(chain.problem ?? .init(.tls, "")))
    }
  }

  /// - Throws: what is told as for a request that fails.
  private func chain(in session: Session) async throws -> CertificateChain {
    do throws(TransportError) {
      return try await session.sending.certificates(of: url)
    } catch {
      throw RequestError.transport(error)
    }
  }

  private func decide(on server: String, in session: Session) async throws {
    switch action {
    case .look: break
    case .forget: if session.serverTrust.names.contains(server) { try session.serverTrust.forget(server) }
    case .trustFile(let file): try session.serverTrust.trust(authoritiesIn: arguments.path(of: file), of: server)
    case .trust:
      guard let leaf = try await chain(in: session).certificates.first else {
        throw UsageError("\(server) shows no certificate.")
      }
      try session.serverTrust.trust(leaf.pem, of: server)
    }
  }

  private func verdict(_ chain: CertificateChain, isTrusted: Bool) -> String {
    guard let problem = chain.problem else {
      return isTrusted
        ? "✓ trusted: you said so, for this workspace on this machine" : "✓ trusted: dates, name and issuer are right"
    }
    let advice =
      chain.isMendedByTrust
      ? " --trust trusts this certificate for \(chain.server), whatever its name, dates and issuer." : ""
    return "✗ \(problem.summary)\(advice)"
  }
}

extension CertificateChain {
  fileprivate func lines(at now: Timestamp) -> [String] {
    certificates.enumerated().flatMap { place, certificate in
      let reasons = reasons(of: place, at: now)
      let facts = [
        ("names", certificate.names.joined(separator: ", ")),
        ("valid", "\(Self.day(certificate.validFrom)) to \(Self.day(certificate.validUntil))"),
        ("issuer", certificate.isSelfSigned ? "itself (self-signed)" : certificate.issuer), ("key", certificate.key),
        ("SHA-256", certificate.fingerprint),
      ]
      return ["\(reasons.isEmpty ? " " : "✗") \(place + 1)  \(Printable.text(certificate.subject))"]
        + reasons.map { "     ✗ \($0)" }
        + facts.filter { !$1.isEmpty }.map { "     \($0.padded(to: 9))\(Printable.text($1))" }
    }
  }

  private static func day(_ moment: Timestamp?) -> String { moment.map { String($0.iso8601.prefix(10)) } ?? "?" }

  fileprivate func json(isTrusted: Bool) -> JSONValue {
    var object: JSONValue = [
      "server": .string(server), "trusted": .bool(problem == nil), "trustedHere": .bool(isTrusted),
      "certificates": .array(certificates.map(\.json)),
    ]
    object["failedCheck"] = failedCheck.map { .string($0.rawValue) }
    object["problem"] = problem.map { .string($0.summary) }
    return object
  }
}

extension ServerCertificate {
  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "subject": .string(subject), "issuer": .string(issuer), "names": .array(names.map(JSONValue.string)),
      "serialNumber": .string(serialNumber), "key": .string(key), "sha256": .string(fingerprint), "pem": .string(pem),
    ]
    object["validFrom"] = validFrom.map { .string($0.iso8601) }
    object["validUntil"] = validUntil.map { .string($0.iso8601) }
    return object
  }
}
