/// The error of a transport that got no usable response.
public struct TransportError: Error, Sendable, Hashable {
  /// The kinds of failure. The kind's name is part of ``code``, and stable.
  @nonexhaustive public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The host's name has no address.
    case unresolvedHost
    /// Nothing listens at the port.
    case refused
    /// There is no way to the host.
    case unreachable
    /// The connection was ended before the response was whole.
    case reset
    /// It took longer than the options allow.
    case timedOut
    /// The server's certificate was refused.
    case tls
    /// The port answers, but without TLS.
    case noTLS
    /// The server and this machine could not agree on TLS, or the handshake was ended.
    case handshake
    /// The response is shorter than its head promised, or its compressed body has no end.
    case truncated
    /// The body is larger than ``TransferOptions/maxBody`` allows.
    case tooLarge
    /// The response is not valid HTTP, or cannot be decompressed.
    case malformedAnswer
    /// More redirects than the options allow.
    case tooManyRedirects
    /// The URL is neither of `http` nor of `https`.
    case unsupportedScheme
    /// The URL cannot be read.
    case invalidURL
    /// The client's certificate or its key cannot be used.
    case clientCertificate
    /// The file of certificate authorities cannot be used.
    case authorities
    /// The proxy refused, or cannot be reached.
    case proxy
    /// The server wants an algorithm that is not known.
    case authentication
    /// The server does not speak the version that was asked for.
    case httpVersion
    /// The file that is sent could not be read to its end.
    case requestBody
    /// The response's body could not be kept, for lack of space or rights.
    case bodyStorage
    /// Nothing may be sent, and the cache has no response.
    case offline
    /// Somebody cancelled it.
    case cancelled
    /// Anything else; ``TransportError/detail`` says what.
    case other
  }

  /// The kind of failure.
  public let kind: Kind
  /// One sentence: what happened, with host and port but without query or credentials.
  public let summary: String
  public let detail: String?

  /// - Parameters:
  ///   - kind: the kind of failure.
  ///   - summary: one sentence, with host and port but without query or credentials.
  ///   - detail: further details; nil when there are none.
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
    case .reset: "The server or something in between closed the connection. Check the server's log, or send again."
    case .timedOut: "Send again, or allow more time with the option timeout (-m SECONDS on the command line)."
    case .tls: "Check the certificate's name, dates and issuer."
    case .noTLS: "No certificate is to blame. Write http:// in place of https://, or name the port that has TLS."
    case .handshake:
      "No certificate is to blame. Check the port (without TLS its URL begins with http://), and the server's versions of TLS."
    case .truncated: "What arrived is kept. Send again, or check the server's log."
    case .tooLarge:
      "What arrived is kept. Allow more with options: { maxBody: … }, or save the body to a file with download."
    case .malformedAnswer: "This is an error of the server. The wire log shows what it sent."
    case .tooManyRedirects:
      "Check the redirects, or allow more with options: { redirects: … } (--max-redirs on the command line)."
    case .unsupportedScheme, .invalidURL: "Parley supports http://, https://, ws:// and wss://."
    case .clientCertificate:
      "Check the certificate's file, the key's file and the passphrase; PEM and PKCS #12 (.p12) can be read."
    case .authorities: "Name a PEM file with the certificates of the authorities to trust."
    case .proxy: "Check the proxy's address and credentials."
    case .authentication: "Use another kind of authentication, or ask the server's owner for a supported algorithm."
    case .httpVersion: "Choose HTTP/1.1 or HTTP/2, or do not set the version."
    case .requestBody: "Check the file that is sent. It must not change during the transfer."
    case .bodyStorage: "Check the folder's free space and permissions."
    case .offline:
      "Turn the mode off (c or O on screen 4; on the command line leave out --only-from-cache or --offline), or send once without it."
    case .cancelled, .other: nil
    }
  }
}
