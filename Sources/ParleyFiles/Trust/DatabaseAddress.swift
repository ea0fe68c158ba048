internal import ParleyEngine

/// The address of a PostgreSQL database, as libpq reads it: a URL, or `key=value` words.
package enum DatabaseAddress {
  /// The same without its password.
  package static func withoutPassword(_ address: String) -> String {
    guard let range = password(in: address) else { return address }
    return address.replacingCharacters(in: range, with: Secrets.mask)
  }

  /// The password that stands in it; nil where there is none.
  package static func password(of address: String) -> String? {
    password(in: address).map { String(address[$0]) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a password stands in it as it is, not as a template.
  static func holdsPassword(_ address: String) -> Bool {
    password(in: address).map { !address[$0].hasPrefix("{{") && !address[$0].isEmpty } ?? false
  }

  private static func password(in address: String) -> Range<String.Index>? {
    if let scheme = address.firstRange(of: "://") {
      let rest = address[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
        return address.index(after: colon)..<at
      }
      return parameter("password", in: address, endsWith: ["&"])
    }
    return parameter("password", in: address, endsWith: [" "])
  }

  private static func parameter(_ name: String, in address: String, endsWith ends: Set<Character>) -> Range<
    String.Index
  >? {
    guard let found = address.firstRange(of: "\(name)=") else { return nil }
    if address[found.upperBound...].first == "'" {
      let start = address.index(after: found.upperBound)
      return start..<(address[start...].firstIndex(of: "'") ?? address.endIndex)
    }
    return found.upperBound..<(address[found.upperBound...].firstIndex { ends.contains($0) } ?? address.endIndex)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
