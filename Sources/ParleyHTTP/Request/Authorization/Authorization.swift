import HTTPTypes

/// How a request is authorized. Off unless a request or its route asks for it.
///
/// It is asked for when the request is about to be sent, once for every attempt, and never for one that is answered without
/// the network. What it knows is masked in all that is told of the request, and sealed in what is kept.
///
/// ```swift
/// Request.get("/me").authorized(.bearer(token))
/// Request.get("/me").authorized(.source)   // asks ClientConfiguration.authorizationSource
/// Request.get("/me").authorized(
///   .oauth2(OAuth2(tokenURL: "https://id.example.com/token", grant: .clientCredentials, clientID: id, clientSecret: secret)))
/// ```
///
/// A header that the request sets itself is never replaced.
@nonexhaustive public enum Authorization: Sendable {
  /// None, though the route has one.
  case off
  /// The whole value of the `Authorization` header, from the client's source.
  case source
  /// RFC 7617
  case basic(user: String, password: String)
  /// RFC 6750
  case bearer(String)
  /// A key that a server has given out, as a header or a query parameter of that name.
  case apiKey(name: String, value: String, in: APIKeyPlace)
  /// A token from an authorization server, fetched and refreshed as needed.
  case oauth2(OAuth2)
  /// A token that the caller's code gets, such as a login, once for all who wait for it.
  case supplied(TokenSupply)
  /// Authentication that the transport performs itself: digest, AWS signatures.
  case transport(TransportCredentials, secrets: Secrets)
  /// Any change to the request. Name the values that must stay secret with `Request.keepingSecret`.
  case custom(Adapter)
}

/// Changes a request just before it is sent. It may suspend. If it throws, the request fails without being sent.
public typealias Adapter = @Sendable (inout TransportRequest, Request) async throws -> Void

/// Provides the value of an `Authorization` header.
public typealias AuthorizationSource = @Sendable () async throws -> String?

/// The location of an API key in a request.
public enum APIKeyPlace: String, Sendable, Hashable, CaseIterable {
  /// In a header, or as a parameter of the query.
  case header, query
}

extension APIKeyPlace {
  /// The field of a request that holds a key of this name.
  package func field(_ name: String) -> PlacedSecret.Field { self == .query ? .parameter(name) : .header(name) }
}

extension Request {
  /// How the request is authorized; nil is the route's way.
  public func authorized(_ authorization: Authorization?) -> Request {
    var copy = self
    copy.authorization = authorization
    return copy
  }
}

extension Authorization {
  /// RFC 7616
  public static func digest(user: String, password: String) -> Authorization {
    .transport(.digest(user: user, password: password), secrets: Secrets(password, in: .nowhere))
  }

  /// Signs the request as AWS wants it (Signature Version 4); the transport computes it over what is sent.
  public static func awsSigV4(_ signature: AWSSignature) -> Authorization {
    var secrets = Secrets(signature.secretKey, in: .nowhere)
    if let token = signature.sessionToken { secrets.put(token, in: .header("X-Amz-Security-Token")) }
    return .transport(.awsSigV4(signature), secrets: secrets)
  }

  /// The kind of authorization, without a secret: `basic`, `oauth2`.
  public var kind: String {
    switch self {
    case .off: "off"
    case .source: "source"
    case .basic: "basic"
    case .bearer: "bearer"
    case .apiKey: "apiKey"
    case .oauth2: "oauth2"
    case .supplied: "supplied"
    case .transport(.digest, _): "digest"
    case .transport(.awsSigV4, _): "awsSigV4"
    case .custom: "custom"
    }
  }
}

extension Authorization: CustomStringConvertible, CustomReflectable {
  public var description: String { kind }
  public var customMirror: Mirror { Mirror(reflecting: kind) }
}
