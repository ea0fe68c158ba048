import CCurl
import HTTPTypes

// Authorization that libcurl answers for.
extension CurlHandle {
  func apply(_ credentials: TransportCredentials?, to request: TransportRequest) {
    set(CURLOPT_HTTPAUTH, ccurl_basic_authorization)
    set(CURLOPT_AWS_SIGV4, nil)
    _ = ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, nil)
    switch credentials {
    case nil: setUser(nil, nil)
    case .digest(let user, let password):
      setUser(user, password)
      set(CURLOPT_HTTPAUTH, ccurl_digest_authorization)
    case .awsSigV4(let signature):
      setUser(signature.accessKey, signature.secretKey)
      set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)")
      holdBody(of: request)
    }
  }

  private func setUser(_ user: String?, _ password: String?) {
    set(CURLOPT_USERNAME, user)
    set(CURLOPT_PASSWORD, password)
  }

  /// libcurl signs only a body that it holds itself.
  private func holdBody(of request: TransportRequest) {
    guard let bytes = request.body, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { _ = ccurl_copy_body(easy, $0.baseAddress, curl_off_t($0.count)) }
  }
}

extension TransportRequest {
  /// With those that belong to a signature, which have to be there when it is made.
  var signedHeaders: HTTPFields {
    guard case .awsSigV4(let signature) = credentials else { return headers }
    var fields = headers
    if let name = HTTPField.Name("X-Amz-Security-Token") { fields[name] = signature.sessionToken ?? fields[name] }
    if case .stream = content, let name = HTTPField.Name("X-Amz-Content-Sha256"), !fields.contains(name) {
      fields[name] = "UNSIGNED-PAYLOAD"
    }
    return fields
  }
}
