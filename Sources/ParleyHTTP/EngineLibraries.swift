internal import CCurl
internal import CPSL

/// The libraries of the system that send requests, as they are while the program runs.
package enum EngineLibraries {
  package static var versions: [(name: String, version: String)] {
    [curl, ("libpsl", String(cString: psl_get_version()))]
  }

  /// `7.88.1 (OpenSSL/3.0.17 zlib/1.2.13 …)`: what it was built with stands beside its own version, as far as Parley uses it. Not from
  /// `curl_version`, which starts the libraries for directories and logins to say their versions.
  private static var curl: (name: String, version: String) {
    guard let info = ccurl_version_info(CURLVERSION_TENTH)?.pointee else {
      return ("libcurl", ccurl_trouble().map { String(cString: $0) } ?? "")
    }
    let parts = [
      ("", info.ssl_version), ("zlib/", info.libz_version), ("brotli/", info.brotli_version),
      ("zstd/", info.zstd_version), ("libidn2/", info.libidn), ("nghttp2/", info.nghttp2_version),
      ("", info.quic_version),
    ].compactMap { name, version in version.map { name + String(cString: $0) } }
    let own = info.version.map { String(cString: $0) } ?? ""
    return ("libcurl", parts.isEmpty ? own : "\(own) (\(parts.joined(separator: " ")))")
  }
}
