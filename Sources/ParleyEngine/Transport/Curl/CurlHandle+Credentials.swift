import CCurl
import HTTPTypes

// Authentication that the transport performs itself.
extension CurlHandle {
  func apply(_ credentials: TransportCredentials?) {
    set(CURLOPT_HTTPAUTH, ccurl_basic_authorization)
    switch credentials {
    case nil, .awsSigV4: setUser(nil, nil)
    case .digest(let user, let password):
      setUser(user, password)
      set(CURLOPT_HTTPAUTH, ccurl_digest_authorization)
    }
  }

  private func setUser(_ user: String?, _ password: String?) {
    set(CURLOPT_USERNAME, user)
    set(CURLOPT_PASSWORD, password)
  }
}

extension TransportRequest {
  /// With those of a signature, which is made again for each hop.
  var signedHeaders: HTTPFields {
    guard case .awsSigV4(let keys) = credentials else { return headers }
    return AWSRequestSignature(of: self, by: keys, at: .now()).headers
  }
}
