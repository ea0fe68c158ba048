import HTTPTypes

extension HTTPField.Name {
  /// Whether it says who asks, by itself or by a word of its name: `Authorization`, `X-Session`, `DPoP`, `X-Forwarded-User`. One too
  /// many costs an entry of its own; one too few gives somebody else's response.
  var isCredential: Bool {
    switch self {
    case .authorization, .cookie, .proxyAuthorization: true
    case .userAgent, .accept, .acceptEncoding, .acceptLanguage, .contentType, .contentLength, .range: false
    default: CredentialHeaders.isOne(canonicalName)
    }
  }
}

/// Besides the names of credentials, those of the one who asks.
private enum CredentialHeaders {
  /// - Parameter name: in lower case.
  static func isOne(_ name: String) -> Bool {
    guard !others.contains(name) else { return false }
    return names.contains(name) || CredentialName.isHeader(name)
      || name.utf8.split(whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }).contains { word in
        let word = String(Substring(word))
        return words.contains(word) || CredentialName.headerWords.contains(word)
          || endings.contains(where: word.hasSuffix)
      }
  }

  private static let others: Set = ["idempotency-key", "x-idempotency-key", "sec-websocket-key", "sec-fetch-user"]

  private static let names: Set = ["client-id", "x-client-id"]
  private static let words: Set = [
    "user", "username", "login", "account", "identity", "principal", "tenant", "org", "organization", "cert",
    "certificate", "subject", "impersonate",
  ]
  private static let endings = [
    "token", "key", "secret", "session", "sessionid", "authorization", "authentication", "password", "passwd", "jwt",
    "bearer", "signature", "userid", "auth",
  ]
}
