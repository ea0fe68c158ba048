/// The error of a request that could not be authorized. It has not been sent.
public struct AuthorizationError: ExplainedError, Hashable {
  /// The kinds of failure. The kind's name is part of ``code``.
  @nonexhaustive public enum Kind: Sendable, Hashable {
    /// The client has no authorization source.
    case noSource
    /// The source or the custom authorization threw.
    case source
    /// The credentials are not valid in a header.
    case value
    /// The authorization server refused, with its own code (RFC 6749 §5.2), such as `invalid_client`.
    case refused(String)
    /// The authorization server answered, but not with a token.
    case unusableAnswer
    /// The authorization server could not be asked.
    case tokenRequest
    /// The token could not be read from or written to its storage.
    case storage
    /// A person has to sign in, and did not, or cannot.
    case signIn
    /// The request that gives the token did not give one.
    case login
  }

  /// The kind of failure.
  public let kind: Kind
  public let summary: String
  public let detail: String?
  /// The network error, where ``kind-swift.property`` is `tokenRequest`; nil for other kinds.
  package let cause: TransportError.Kind?
  /// The advice, where a person has to sign in or a login failed; nil for other kinds.
  private let ownAdvice: String?

  /// - Parameters:
  ///   - kind: the kind of failure.
  ///   - summary: one sentence, without a secret.
  ///   - detail: further details, without a secret.
  ///   - cause: the network error, where ``kind-swift.property`` is `tokenRequest`.
  ///   - advice: the advice, where ``kind-swift.property`` is `signIn` or `login`.
  package init(
    _ kind: Kind, _ summary: String, detail: String? = nil, cause: TransportError.Kind? = nil, advice: String? = nil
  ) {
    ownAdvice = advice
    self.kind = kind
    self.summary = summary
    self.detail = detail
    self.cause = cause
  }

  public var code: String { kind.code }

  public var advice: String? {
    switch kind {
    case .noSource: "Set the client's authentication source, or choose another authentication for the request."
    case .source, .storage: nil
    case .signIn, .login: ownAdvice
    case .value: "Remove line breaks and other control characters from it."
    case .refused(let code): Self.advice(forRefusal: code)
    case .unusableAnswer: "Check the token URL; a token is a JSON object with “access_token” (RFC 6749 §5.1)."
    case .tokenRequest: "Check the token URL and the network."
    }
  }

  private static func advice(forRefusal code: String) -> String? {
    switch code {
    case "invalid_client":
      "Check the client id and secret, and whether the server expects them in the header or in the body."
    case "invalid_grant": "Check user and password. A refresh token or code may have expired or been used before."
    case "access_denied": "Send the request again to sign in again."
    case "expired_token": "The code was not used in time. Send the request again for a new one."
    case "invalid_scope": "Request scopes that the client is allowed."
    case "unauthorized_client": "Allow this grant for the client at the authorization server."
    case "unsupported_grant_type": "Choose another grant. The server does not support this one."
    case "invalid_request": "A parameter is missing or wrong. See the server's documentation."
    default: nil
    }
  }
}

extension AuthorizationError.Kind {
  private static let area = "authorization."
  private static let named: [(Self, String)] = [
    (.noSource, "noSource"), (.source, "source"), (.value, "value"), (.unusableAnswer, "unusableAnswer"),
    (.tokenRequest, "tokenRequest"), (.storage, "storage"), (.signIn, "signIn"), (.login, "login"),
  ]

  /// Of an error of this kind, such as `authorization.invalid_client`.
  package var code: String {
    if case .refused(let code) = self { return Self.area + code }
    return Self.area + (Self.named.first { $0.0 == self }?.1 ?? "other")
  }

  /// The kind with that code; nil for a code of other errors.
  package init?(code: String) {
    guard code.hasPrefix(Self.area) else { return nil }
    let name = String(code.dropFirst(Self.area.count))
    self = Self.named.first { $0.1 == name }?.0 ?? .refused(name)
  }
}

extension AuthorizationError {
  package static let noSource = AuthorizationError(.noSource, "The client has no authentication source.")

  package static func source(_ reason: String) -> AuthorizationError {
    AuthorizationError(.source, "The authentication source gave no credentials.", detail: reason)
  }

  package static func value(_ name: String) -> AuthorizationError {
    AuthorizationError(.value, "The credentials are not valid in the header “\(name)”.")
  }
}
