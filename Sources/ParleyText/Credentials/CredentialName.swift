internal import ParleyEngine

/// Names that mean a credential: of headers, query parameters, form fields, members of JSON and variables.
///
/// ```swift
/// CredentialName.isCredential("X-Api-Key")       // true
/// CredentialName.isCredential("nextPageToken")   // false
/// ```
package enum CredentialName {
  /// - Parameter name: in any case, with any signs between its words.
  package static func isCredential(_ name: String) -> Bool {
    let letters = name.utf8.filter(\.isLetterOrDigit).map(\.lowercasedASCII)
    guard letters.count <= longest else { return false }
    let plain = String(decoding: letters, as: UTF8.self)
    return names.contains(plain) || endings.contains { $0.isEnd(of: plain) }
  }

  private static let longest = 100

  /// Those that mean one only when they are the whole name.
  private static let names: Set<String> = [
    "pass", "pwd", "cookie", "sig", "session", "sid", "connectsid", "jwt", "bearer", "otp", "apikey",
  ]

  /// The last word of a name, and what may or must stand in front of it.
  private struct Ending {
    let word: String
    var needs: Set<String>?
    var refuses: Set<String> = []

    func isEnd(of name: String) -> Bool {
      guard name.hasSuffix(word) else { return false }
      let front = name.dropLast(word.utf8.count)
      if let needs { return needs.contains { front.hasSuffix($0) } }
      return !refuses.contains { front.hasSuffix($0) }
    }
  }

  private static let endings = [
    Ending(
      word: "token",
      refuses: ["page", "next", "previous", "prev", "continuation", "cursor", "sync", "pagination", "resume", "delta"]),
    Ending(
      word: "key",
      needs: [
        "api", "access", "secret", "private", "auth", "subscription", "functions", "app", "application", "master",
        "encryption", "signing", "account", "service", "admin",
      ]),
    Ending(word: "password"), Ending(word: "passwd"), Ending(word: "passphrase"), Ending(word: "secret"),
    Ending(word: "authorization"), Ending(word: "signature"), Ending(word: "sessionid"), Ending(word: "sessid"),
  ]
}
