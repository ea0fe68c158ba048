package import ParleyEngine

extension RequestSending {
  /// Looks at the certificates of a server. Sends nothing.
  /// - Parameter options: the way there, and what is trusted; those of a plain request when nil.
  package func certificates(
    of url: String, options: TransferOptions? = nil
  ) async throws(TransportError) -> CertificateChain {
    var options = options ?? TransferOptions()
    if options.proxy == nil, options.environmentProxies == nil { options.environmentProxies = session.proxies }
    options.trustedServers = session.serverTrust.servers
    return try await CurlTransport.certificates(of: url, options: options)
  }

  /// Trusts and checks as somebody said.
  func applyTrust(to options: inout TransferOptions) {
    options.trustedServers = session.serverTrust.servers
    if !session.serverTrust.isChecked(in: session.environmentName) { options.verifiesCertificate = false }
  }
}
