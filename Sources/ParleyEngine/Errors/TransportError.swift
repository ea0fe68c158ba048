/// Why a transport brought no usable answer.
public struct TransportError: Error, Sendable, Hashable {
  @nonexhaustive public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case unresolvedHost, refused, unreachable, reset, timedOut
    case tls, truncated, malformedAnswer, tooManyRedirects, unsupportedScheme, invalidURL
    case clientCertificate, authorities, proxy, authentication, httpVersion
    case requestBody, bodyStorage, cancelled, other
  }

  public let kind: Kind
  /// One sentence: what happened, with host and port but without query or credentials.
  public let summary: String
  public let detail: String?

  public init(_ kind: Kind, _ summary: String, detail: String? = nil) {
    self.kind = kind
    self.summary = summary
    self.detail = detail
  }
}

extension TransportError: ExplainedError {
  public var code: String { "network.\(kind.rawValue)" }

  public var advice: String? {
    switch kind {
    case .unresolvedHost: "Check the spelling of the host, and whether this machine reaches a name server."
    case .refused: "Check the port, and whether the server is running."
    case .unreachable: "Check the network and any VPN."
    case .reset: "The server or something on the way ended the connection; look at the server's log, or send again."
    case .timedOut: "Send again, or allow more time with options: { timeout: … }."
    case .tls: "Check the certificate's name, dates and issuer."
    case .truncated: "What arrived is kept; send again, or look at the server's log."
    case .malformedAnswer: "This is the server's mistake; the wire log shows what it sent."
    case .tooManyRedirects: "Look at the hops, or allow more with options: { redirects: … }."
    case .unsupportedScheme, .invalidURL: "Parley sends to http:// and https://."
    case .clientCertificate:
      "Check the certificate's file, the key's file and the passphrase; PEM and PKCS #12 (.p12) can be read."
    case .authorities: "Name a PEM file with the certificates of the authorities to trust."
    case .proxy: "Check the proxy's address and credentials."
    case .authentication: "Use another kind of authorization, or ask the server's owner for an algorithm that is known."
    case .httpVersion: "Choose HTTP/1.1 or HTTP/2, or leave the version open."
    case .requestBody: "Check the file that is sent; it must not change meanwhile."
    case .bodyStorage: "Check the free space and the rights of the folder."
    case .cancelled, .other: nil
    }
  }
}
