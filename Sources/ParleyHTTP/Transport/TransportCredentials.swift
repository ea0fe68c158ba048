/// Authorization that needs what only the transport knows: the server's challenge, or the request as it is sent.
///
/// Credentials stop at the origin: a redirect to another one is sent without them.
public enum TransportCredentials: Sendable, Hashable {
  /// Digest (RFC 7616) with MD5, SHA-256 or SHA-512/256, as the server asks for. The first request is sent without body
  /// and is answered by the challenge.
  case digest(user: String, password: String)
  /// A signature over the request, as Amazon's and like services want it.
  case awsSigV4(AWSSignature)
}

/// The parameters of an
/// [AWS Signature, version 4](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html).
///
/// The query is sent in the order and the encoding in which it is signed. A body that is streamed is not signed (`UNSIGNED-PAYLOAD`), which S3 takes over TLS.
public struct AWSSignature: Sendable, Hashable {
  /// The name of the access key. No secret.
  public var accessKey: String
  /// The key that signs. A secret.
  public var secretKey: String
  /// Such as `eu-central-1`.
  public var region: String
  /// Such as `s3` or `execute-api`.
  public var service: String
  /// For temporary credentials.
  public var sessionToken: String?

  /// Credentials for one service in one region.
  public init(accessKey: String, secretKey: String, region: String, service: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.region = region
    self.service = service
    self.sessionToken = sessionToken
  }
}

extension TransportCredentials: CustomStringConvertible, CustomReflectable {
  /// Without the secrets.
  public var description: String {
    switch self {
    case .digest(let user, _): "digest(\(user))"
    case .awsSigV4(let signature): signature.description
    }
  }

  public var customMirror: Mirror { Mirror(reflecting: description) }
}

extension AWSSignature: CustomStringConvertible, CustomReflectable {
  public var description: String { "awsSigV4(\(accessKey), \(region), \(service))" }
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
