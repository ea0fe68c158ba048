/// Names that mean a credential: of headers, query parameters, form fields, members of JSON and variables.
///
/// ```swift
/// CredentialName.isCredential("X-Api-Key")       // true
/// CredentialName.isCredential("nextPageToken")   // false
/// CredentialName.isHeader("X-Pin")   // true
/// ```
package enum CredentialName {
  /// - Parameter name: in any case, with any signs between its words.
  package static func isCredential(_ name: String) -> Bool {
    let letters = name.utf8.filter(\.isOfWord).map(\.lowercasedASCII)
    guard letters.count <= longest else { return false }
    let plain = String(decoding: letters, as: UTF8.self)
    return names.contains(plain) || endings.contains { $0.isEnd(of: plain) }
  }

  /// Of a header, whose names are shorter: `X-Auth` is one, and `auth` is none.
  package static func isHeader(_ name: String) -> Bool {
    if isCredential(name) { return true }
    let plain = name.lowercased()
    guard !otherHeaders.contains(plain) else { return false }
    var words = plain.utf8.split(whereSeparator: { !$0.isOfWord }).map { String(Substring($0)) }
    if words.first == "x" { words.removeFirst() }
    return words.count == 1 && wholeHeaders.contains(words[0]) || words.last.map(headerWords.contains) == true
  }

  private static let longest = 100

  /// Those that mean one only when they are the whole name.
  private static let names: Set<String> = [
    "pass", "pwd", "cookie", "sig", "session", "sid", "connectsid", "jwt", "bearer", "otp", "apikey", "pin", "pincode",
    "dpop", "clientassertion", "samlresponse",
  ]

  /// Words that mean one at the end of a header's name.
  package static let headerWords: Set<String> = [
    "auth", "authentication", "credential", "credentials", "dpop", "jwt", "otp", "pass", "pin", "session", "sid", "sig",
    "ticket",
  ]
  /// The same where nothing but `X-` stands in front of them.
  private static let wholeHeaders: Set<String> = ["access", "key"]
  private static let otherHeaders: Set<String> = ["access-control-allow-credentials"]

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
        "encryption", "signing", "account", "service", "admin", "client", "consumer", "license",
      ]),
    Ending(word: "pin", needs: ["user", "card", "access", "login", "account", "security", "new", "old", "device"]),
    Ending(word: "password"), Ending(word: "passwd"), Ending(word: "passphrase"), Ending(word: "passcode"),
    Ending(word: "secret"), Ending(word: "authorization"), Ending(word: "signature"), Ending(word: "sessionid"),
    Ending(word: "sessid"),
  ]
}

extension UInt8 {
  fileprivate var isOfWord: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
