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
    /// The server has the key that was trusted for it.
    case key
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

  /// Whether a request succeeds once the server's own certificate is trusted: nothing but a check of it is in the way.
  public var isMendedByTrust: Bool { problem?.kind == .tls && certificates.first?.pin != nil }

  /// The certificates at which a check failed, by their places.
  public func failures(at moment: Timestamp) -> [Int] {
    certificates.indices.filter { !failedChecks(of: $0, at: moment).isEmpty }
  }

  /// The checks that a certificate fails: the one at which TLS ended, and those that can be seen from the certificate itself.
  public func failedChecks(of place: Int, at moment: Timestamp) -> [Check] {
    guard failedCheck != nil else { return [] }
    let (certificate, isOwn) = (certificates[place], place == 0)
    if failedCheck == .key { return isOwn ? [.key] : [] }
    let fails: [(Check, Bool)] = [
      (.dates, failedCheck == .dates ? !certificate.isValid(at: moment) : certificate.isOutdated(at: moment)),
      (.name, isOwn && (failedCheck == .name || certificate.isForOthers(than: server))),
      (.issuer, failedCheck == .issuer && place == certificates.count - 1),
    ]
    return fails.compactMap { $1 ? $0 : nil }
  }

  /// The same in words.
  package func reasons(of place: Int, at moment: Timestamp) -> [String] {
    failedChecks(of: place, at: moment).compactMap { check in
      switch check {
      case .dates:
        certificates[place].validUntil.map { $0 < moment } == true ? "has expired" : "is not valid yet"
      case .issuer: "nobody trusted here vouches for it"
      case .name: "not for \(server)"
      case .key: "not the one that you trusted"
      case .other: nil
      }
    }
  }
}

extension ServerCertificate {
  /// Dates that cannot be read say nothing.
  fileprivate func isOutdated(at moment: Timestamp) -> Bool {
    validFrom.map { moment < $0 } == true || validUntil.map { $0 < moment } == true
  }

  /// Whether none of its names can be meant by a server's. Names that are written in several ways are left to libcurl.
  fileprivate func isForOthers(than server: String) -> Bool {
    let host = server.prefix { $0 != ":" }.lowercased()
    guard !host.isEmpty, !host.hasPrefix("["), host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    guard !names.isEmpty else { return !subject.lowercased().contains(host) }
    return !names.contains { Self.name($0.lowercased(), covers: host) }
  }

  /// A wildcard stands for one label (RFC 9525 §6.3).
  private static func name(_ name: String, covers host: String) -> Bool {
    guard name.hasPrefix("*.") else { return name == host }
    return host.firstIndex(of: ".").map { host[$0...] == name.dropFirst() } ?? false
  }
}
