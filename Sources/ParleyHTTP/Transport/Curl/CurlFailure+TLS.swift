import CCurl

// Why TLS did not come about.
extension CurlFailure {
  var isTLS: Bool {
    switch code {
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CLIENTCERT,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
      true
    default: false
    }
  }

  var untrusted: TransportError {
    if let mistake = certificateMistake {
      return TransportError(.tls, "The certificate of \(authority) \(mistake).", detail: detail)
    }
    if message.holds(Self.signsOfPlainText) {
      return TransportError(
        .noTLS, "\(authority) answers without TLS: try http://\(authority).", detail: detail)
    }
    return TransportError(.handshake, handshakeSentence, detail: detail)
  }

  /// OpenSSL's words for a record that is none: plain text came where a handshake was expected.
  private static let signsOfPlainText = ["wrong version number", "packet length too long", "http request"]
  private static let signsOfAnEnd = ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer", "Broken pipe"]
  private static let signsOfAVersion = ["protocol version", "unsupported protocol", "no protocols available"]

  private var handshakeSentence: String {
    if message.holds(Self.signsOfAVersion) { return "\(authority) and this machine have no version of TLS in common." }
    if message.holds(Self.signsOfAnEnd) { return "\(authority) ended the TLS handshake." }
    return "\(authority) and this machine could not agree on TLS."
  }

  /// The advice where a port that was asked without TLS answers nothing that is HTTP.
  var adviceOfTLS: String? {
    guard hasTLS == false, options.unixSocket == nil else { return nil }
    return "If the port expects TLS, try https://\(authority)."
  }

  /// The check of the certificates that failed; nil where it was none of them.
  var failedCheck: CertificateChain.Check? {
    if code == CURLE_SSL_PINNEDPUBKEYNOTMATCH { return .key }
    return switch verifyResult {
    case 9, 10: .dates
    case 2, 18, 19, 20, 21: .issuer
    case 0, 1: certificateMistake == nil ? nil : message.contains("subject name") ? .name : .other
    default: .other
    }
  }

  /// By OpenSSL's `X509_V_ERR_…` numbers (openssl-verification-options(1)). The host name is libcurl's own check.
  private var certificateMistake: String? {
    if code == CURLE_SSL_PINNEDPUBKEYNOTMATCH { return "is not the one that is trusted for it" }
    switch verifyResult {
    case 9: return "is not valid yet"
    case 10: return "has expired"
    case 18: return "is self-signed"
    case 19: return "comes from a private authority that this machine does not trust"
    case 2, 20, 21: return "was issued by an authority that this machine does not trust"
    case 23: return "was revoked"
    // 1 is libcurl's own for “never came to it”.
    case 0, 1: break
    default: return "cannot be trusted"
    }
    guard code == CURLE_PEER_FAILED_VERIFICATION else { return nil }
    return message.contains("subject name") ? "is for another name" : "cannot be trusted"
  }
}

extension String {
  fileprivate func holds(_ signs: [String]) -> Bool { signs.contains { contains($0) } }
}
