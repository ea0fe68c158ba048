internal import CPSL

/// Domains below which strangers live side by side, so that no cookie may be for all of them: the
/// [public suffix list](https://publicsuffix.org), as the system's libpsl has it.
enum PublicSuffix {
  // Only read.
  nonisolated(unsafe) private static let list = psl_latest(nil)

  /// - Parameter domain: in lower case, international ones in Punycode.
  static func covers(_ domain: String) -> Bool {
    psl_is_public_suffix(list, domain) != 0
  }
}
