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
    TransportError(.tls, sentence, detail: detail)
  }

  private var sentence: String {
    if let mistake = certificateMistake { return "The certificate of \(authority) \(mistake)." }
    if message.contains("wrong version number") { return "\(authority) does not speak TLS; is it http://?" }
    if code == CURLE_SSL_CACERT_BADFILE { return "The file of trusted authorities cannot be read." }
    return "\(authority) and this machine could not agree on TLS."
  }

  /// The check of the certificates that failed; nil where it was none of them.
  var failedCheck: CertificateChain.Check? {
    switch verifyResult {
    case 9, 10: .dates
    case 2, 18, 19, 20, 21: .issuer
    case 0, 1: certificateMistake == nil ? nil : message.contains("subject name") ? .name : .other
    default: .other
    }
  }

  /// By OpenSSL's `X509_V_ERR_…` numbers (openssl-verification-options(1)). The host name is libcurl's own check.
  private var certificateMistake: String? {
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
