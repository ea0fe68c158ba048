// A secret in the name of a host: on its way it is lower-cased, its percent-encoding is decoded, and letters beyond ASCII are
// written in Punycode.
extension Secrets {
  /// The forms that a URL's parser makes of the secrets in its host.
  package func forms(inHostOf url: String) -> Secrets {
    guard let host = Self.host(of: url), isHeld(by: host), let parsed = CurlURL(url) else { return Secrets() }
    var forms = Secrets()
    for name in [parsed.host, parsed.encodedHost].compactMap(\.self) {
      forms.put(labels(of: name.lowercased(), writtenAs: host))
    }
    return forms
  }

  /// A short one may stand there by chance.
  private func isHeld(by text: some StringProtocol) -> Bool { maskingForeign(String(text)) != text }

  /// Each label of a name that holds a secret where the name is written, with what stands behind it; all of the name where its labels
  /// cannot be told apart.
  private func labels(of name: String, writtenAs host: Substring) -> [(label: String, rest: String)] {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let written = host.split(separator: ".", omittingEmptySubsequences: false)
    let held = written.indices.filter { isHeld(by: written[$0]) }
    guard labels.count == written.count, !held.isEmpty else { return [(name, "")] }
    return held.map { index in
      (String(labels[index]), labels[(index + 1)...].map { ".\($0)" }.joined())
    }
  }

  private mutating func put(_ labels: [(label: String, rest: String)]) {
    for (label, rest) in labels { put(label, in: .text, after: rest.isEmpty ? ":" : rest) }
  }

  /// As it is written, without user and port.
  private static func host(of url: String) -> Substring? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    guard let colon = host.lastIndex(of: ":"), !host.hasPrefix("[") else { return host }
    return host[..<colon]
  }
}
