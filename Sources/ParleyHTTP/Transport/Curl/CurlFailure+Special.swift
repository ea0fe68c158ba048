import CCurl
import Glibc

// What goes wrong with client certificates and proxies.
extension CurlFailure {
  var certificateError: TransportError? {
    switch code {
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT:
      return TransportError(.clientCertificate, certificateSentence, detail: detail)
    case CURLE_SSL_CACERT_BADFILE:
      return TransportError(
        .authorities,
        "“\(options.authorities ?? "The file of trusted authorities")” has no readable certificates.",
        detail: detail)
    default:
      guard message.contains("certificate required") else { return nil }
      return TransportError(.clientCertificate, "\(authority) requires a client certificate.", detail: detail)
    }
  }

  private var certificateSentence: String {
    let file = options.clientCertificate?.file ?? ""
    if message.contains("does not match") { return "The key does not belong to the client certificate “\(file)”." }
    guard message.contains("set private key") else { return "The client certificate “\(file)” cannot be used." }
    let key = options.clientCertificate?.keyFile ?? file
    // OpenSSL does not say which of the two it is.
    return "The key “\(key)” does not match the certificate “\(file)”, or its passphrase is wrong."
  }

  var proxyError: TransportError? {
    guard let proxy = options.proxy else { return nil }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return TransportError(.proxy, "The proxy “\(proxy.host)” was not found.")
    case CURLE_COULDNT_CONNECT where stage == .connecting:
      let reason = systemError == ECONNREFUSED ? "refused the connection" : "cannot be reached"
      return TransportError(.proxy, "The proxy \(proxy) \(reason).", detail: systemMessage ?? detail)
    case CURLE_PROXY:
      return TransportError(.proxy, "The proxy \(proxy) rejected the request.", detail: detail)
    default:
      guard message.contains("CONNECT tunnel failed") else { return nil }
      return TransportError(.proxy, tunnelSentence(of: proxy), detail: detail)
    }
  }

  private func tunnelSentence(of proxy: Proxy) -> String {
    guard message.hasSuffix("407") else { return "The proxy \(proxy) cannot connect to \(authority)." }
    return proxy.user == nil
      ? "The proxy \(proxy) requires credentials." : "The proxy \(proxy) rejected the credentials."
  }
}
