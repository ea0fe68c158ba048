/// The certificates by which a server says who it is, its own first, and whether they are trusted.
public struct CertificateChain: Sendable, Hashable {
  /// The checks that a chain has to pass.
  @nonexhaustive public enum Check: String, Sendable, Hashable, CaseIterable {
    /// Every certificate is valid today.
    case dates
    /// An authority that is trusted here vouches for it.
    case issuer
    /// It is for the host that was asked.
    case name
    /// Anything else that TLS wants.
    case other
  }

  /// `host:port`
  public let server: String
  /// Empty where the server presents none, as one does that does not speak TLS.
  public let certificates: [ServerCertificate]
  /// The error of a request to the server; nil if it succeeds.
  public let problem: TransportError?
  /// The first check that failed; nil if all passed.
  public let failedCheck: Check?

  /// The chain of one server.
  public init(
    server: String, certificates: [ServerCertificate], problem: TransportError? = nil, failedCheck: Check? = nil
  ) {
    self.server = server
    self.certificates = certificates
    self.problem = problem
    self.failedCheck = failedCheck
  }

  /// Whether a request succeeds once the server's own certificate is trusted: nothing but the authority is missing.
  public var isMendedByTrust: Bool { failedCheck == .issuer && !certificates.isEmpty }

  /// The certificates at which a check failed, by their places.
  public func failures(at moment: Timestamp) -> [Int] {
    switch failedCheck {
    case .dates: certificates.indices.filter { !certificates[$0].isValid(at: moment) }
    case .issuer: certificates.isEmpty ? [] : [certificates.count - 1]
    case .name: certificates.isEmpty ? [] : [0]
    case .other, nil: []
    }
  }
}
