import CCurl

/// Connects to a server to look at its certificates, and sends nothing.
enum CertificateProbe {
  /// - Parameter url: of `https` or `wss`.
  /// - Throws: what keeps a connection from being made at all, such as a host that is not found.
  static func chain(
    of url: String, options: TransferOptions, authorities: String?
  ) async throws(TransportError) -> CertificateChain {
    let result = await withCheckedContinuation { continuation in
      let work = { @Sendable in
        continuation.resume(
          returning: Result { () throws(TransportError) in
            try look(at: URLText.httpForm(of: url), options, authorities: authorities)
          })
      }
      if !DetachedThread.start(work) { work() }
    }
    return try result.get()
  }

  private static func look(
    at url: String, _ options: TransferOptions, authorities: String?
  ) throws(TransportError) -> CertificateChain {
    let server = Authority(of: url).description
    var checking = options
    checking.verifiesCertificate = true
    let wire = try wire(authorities)
    do throws(TransportError) {
      try connect(wire, to: url, checking)
      return CertificateChain(server: server, certificates: wire.certificates)
    } catch {
      guard [.tls, .noTLS, .handshake].contains(error.kind) else { throw error }
      // A server that speaks no TLS at all has no certificates either.
      let open = try self.wire(authorities)
      checking.verifiesCertificate = false
      let isConnected = (try? connect(open, to: url, checking)) != nil
      return CertificateChain(
        server: server, certificates: isConnected ? open.certificates : [], problem: error,
        failedCheck: isConnected ? wire.failure?.failedCheck ?? .other : .other)
    }
  }

  private static func wire(_ authorities: String?) throws(TransportError) -> WebSocketWire {
    let settings = CurlSettings(bodies: nil, memoryLimit: 0, authorities: authorities, temporaryFolder: "/tmp")
    guard let alarm = Alarm(), let wire = WebSocketWire(settings, wokenBy: alarm) else {
      throw TransportError(.other, "libcurl cannot be used.")
    }
    return wire
  }

  private static func connect(
    _ wire: WebSocketWire, to url: String, _ options: TransferOptions
  ) throws(TransportError) {
    let deadline = Monotonic.now.advanced(by: options.connectTimeout ?? .seconds(30))
    try wire.connect(
      to: TransportRequest(method: nil, url: url, options: options), until: deadline, keepsCertificates: true
    ) {
      Monotonic.now < deadline ? nil : TransportError(.timedOut, "No connection to \(Authority(of: url)) in time.")
    }
  }
}

extension CurlTransport {
  /// Looks at the certificates of a server, and whether they are trusted. Connects, and sends nothing.
  ///
  /// ```swift
  /// let chain = try await CurlTransport.certificates(of: "https://api.internal")
  /// print(chain.certificates.first?.fingerprint, chain.failedCheck)
  /// ```
  /// - Parameters:
  ///   - url: of `https` or `wss`.
  ///   - options: the way there (proxy, socket), and what is trusted.
  ///   - authorities: a PEM file of authorities that are trusted in place of the system's, unless `options` name one.
  /// - Throws: what keeps a connection from being made at all, such as a host that is not found.
  public static func certificates(
    of url: String, options: TransferOptions = .init(), authorities: String? = nil
  ) async throws(TransportError) -> CertificateChain {
    try await CertificateProbe.chain(of: url, options: options, authorities: authorities)
  }
}
