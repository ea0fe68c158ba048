extension String {
  /// The host of a URL, with its port where it names one: `127.0.0.1:8080`. Nil where there is none.
  package var urlHost: String? {
    guard let scheme = firstRange(of: "://") else { return nil }
    let authority = self[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return host.isEmpty ? nil : String(host)
  }

  /// The query of a URL; nil where there is none. Behind a hash a question mark begins none.
  package var urlQuery: Substring? {
    let sent = prefix { $0 != "#" }
    return sent.firstIndex(of: "?").map { sent[sent.index(after: $0)...] }
  }
}
