/// Servers that are trusted in a way of their own, whoever issued their certificates: by authorities, each with the PEM file that holds
/// them, or by their key. Looked up again for each hop: a redirect to another server is checked as ever.
///
/// ```swift
/// options.trustedServers = TrustedServers(["api.internal:443": "/home/ada/api.internal.pem"])
/// ```
public struct TrustedServers: Sendable, Hashable {
  /// The files of authorities by `host:port`, in lower case.
  public private(set) var files: [String: String]
  /// The keys by `host:port`, in lower case: each the SHA-256 of a public key, `sha256//BASE64`. Such a server has to prove that it has
  /// the key; name, dates and issuer of its certificate are not checked.
  public private(set) var pins: [String: String]

  /// - Parameters:
  ///   - files: of authorities, by `host:port`.
  ///   - pins: by `host:port`, as ``ServerCertificate/pin`` has them.
  public init(_ files: [String: String] = [:], pins: [String: String] = [:]) {
    self.files = Self.lowercased(files)
    self.pins = Self.lowercased(pins)
  }

  private static func lowercased(_ servers: [String: String]) -> [String: String] {
    Dictionary(servers.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
  }

  /// Their names, `host:port`.
  public var names: Set<String> { Set(files.keys).union(pins.keys) }

  /// The `host:port` of a URL with TLS; nil for any other.
  public static func name(of url: String) -> String? {
    guard let parts = CurlURL(URLText.httpForm(of: url)), parts.origin.scheme == "https" else { return nil }
    return Authority(of: URLText.httpForm(of: url)).description.lowercased()
  }

  package func file(for url: String) -> String? {
    files.isEmpty ? nil : Self.name(of: url).flatMap { files[$0] }
  }

  package func pin(for url: String) -> String? {
    pins.isEmpty ? nil : Self.name(of: url).flatMap { pins[$0] }
  }
}
