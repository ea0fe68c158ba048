internal import CCurl
internal import CPSL

/// The libraries of the system that send requests, as they are while the program runs.
package enum EngineLibraries {
  package static var versions: [(name: String, version: String)] {
    [curl, ("libpsl", String(cString: psl_get_version()))]
  }

  /// `7.88.1 (OpenSSL/3.0.17 zlib/1.2.13 …)`: what it was built with stands beside its own version.
  private static var curl: (name: String, version: String) {
    let parts = String(cString: curl_version()).split(separator: " ", maxSplits: 1)
    let own = String(parts.first.map { $0.replacing("libcurl/", with: "") } ?? "")
    return ("libcurl", parts.count > 1 ? "\(own) (\(parts[1]))" : own)
  }
}
