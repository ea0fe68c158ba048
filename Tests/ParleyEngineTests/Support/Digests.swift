import Cryptography

/// Digests as servers and standards write them: in hexadecimal.
enum Digests {
  static func sha256(_ bytes: some Sequence<UInt8>) -> String { hexadecimal(MessageDigest.sha256(bytes)) }
  static func sha256(_ text: String) -> String { sha256(text.utf8) }
  static func md5(_ text: String) -> String { hexadecimal(MessageDigest.sum(of: text.utf8, .md5)) }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
