/// Servers whose own certificate is trusted, whoever issued it, each with the PEM file that holds it. Looked up again for each hop:
/// a redirect to another server is checked as ever.
///
/// ```swift
/// options.trustedServers = TrustedServers(["api.internal:443": "/home/ada/api.internal.pem"])
/// ```
public struct TrustedServers: Sendable, Hashable {
  /// By `host:port`, in lower case.
  public private(set) var files: [String: String]

  /// - Parameter files: by `host:port`.
  public init(_ files: [String: String] = [:]) {
    self.files = Dictionary(files.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
  }

  /// The `host:port` of a URL with TLS; nil for any other.
  public static func name(of url: String) -> String? {
    guard let parts = CurlURL(URLText.httpForm(of: url)), parts.origin.scheme == "https" else { return nil }
    return Authority(of: URLText.httpForm(of: url)).description.lowercased()
  }

  package func file(for url: String) -> String? {
    files.isEmpty ? nil : Self.name(of: url).flatMap { files[$0] }
  }
}
