/// The options that few requests ask for.
package struct SpecialOptions: Sendable, Hashable {
  package var verifiesCertificate = true
  package var authorities: String?
  package var trustedServers: TrustedServers?
  package var clientCertificate: ClientCertificate?
  package var proxy: Proxy?
  package var environmentProxies: EnvironmentProxies?
  package var httpVersion: HTTPVersion?
  package var assumesHTTP2 = false
  var reconnects = false
  package var unixSocket: String?
  package var acceptEncoding: String?
  package var decompresses = true
  var maxBody: Int?
  var keepsBodyAtOrigin = false

  package static let standard = SpecialOptions()

  /// They as one reference; equal where they are.
  package final class Shared: Sendable, Hashable {
    package static let standard = Shared(SpecialOptions.standard)

    package let value: SpecialOptions

    init(_ value: SpecialOptions) {
      self.value = value
    }

    package static func == (left: Shared, right: Shared) -> Bool {
      left === right || left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(value)
    }
  }
}

extension TransferOptions {
  /// An option as people see it, and as the cache does.
  package struct Part: Sendable {
    /// As workspace files and the composer call it.
    package let name: String
    /// Nil for what is off.
    package let text: @Sendable (TransferOptions) -> String?
    /// The text that tells its responses apart in the cache; nil for the usual route.
    package let route: @Sendable (TransferOptions) -> String?

    fileprivate init(
      _ name: String, route: @escaping @Sendable (TransferOptions) -> String? = { _ in nil },
      text: @escaping @Sendable (TransferOptions) -> String?
    ) {
      (self.name, self.text, self.route) = (name, text, route)
    }
  }

  /// Every option. The routes of one response stand in this order in its key, which caches keep.
  package static let parts = [
    Part("timeout") { $0.timeout?.inUnits ?? "none" },
    Part("connectTimeout") { $0.connectTimeout?.inUnits ?? "none" },
    Part("cookies") { "\($0.usesCookies)" },
    Part("unixSocket", route: { $0.unixSocket.map { "unix:\($0)" } }) { $0.unixSocket },
    Part("proxy", route: { $0.proxy.map { "proxy:\($0)" } }) { options in
      options.proxy.map { "\($0)" } ?? options.environmentProxies.map { _ in "as the environment says" }
    },
    Part("ca", route: { $0.authorities.map { "ca:\($0)" } }) { options in
      options.authorities
        ?? options.trustedServers.map { _ in "the system's, and certificates trusted on this machine" }
    },
    Part("certificate") { $0.clientCertificate.map { "\($0)" } },
    Part("verify", route: { $0.verifiesCertificate ? nil : "unverified" }) { "\($0.verifiesCertificate)" },
    Part("httpVersion") { options in
      options.httpVersion.map { options.assumesHTTP2 ? "\($0.rawValue), without asking" : $0.rawValue }
    },
    Part("reconnect") { "\($0.reconnects)" },
    Part("acceptEncoding") { $0.acceptEncoding },
    Part("decompress", route: { $0.decompresses ? nil : "raw:\($0.acceptEncoding ?? "")" }) { "\($0.decompresses)" },
    Part("redirects", route: { $0.redirects == 0 ? "first" : nil }) { "\($0.redirects)" },
    Part("maxBody") { $0.maxBody.map(ByteCount.text) },
  ]
}

extension Duration {
  /// As one writes it: `30s`, `200ms`.
  fileprivate var inUnits: String {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
