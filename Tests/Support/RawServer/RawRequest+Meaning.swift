// The content of a request, whichever program sent it.
extension RawRequest {
  private static let ofProgram: Set<String> = [
    "host", "user-agent", "accept-encoding", "content-length", "expect", "transfer-encoding", "connection",
  ]

  /// Its line, its headers in the order of their names, and its body, without what every program adds in its own way: the
  /// server's name, the agent, accepted encodings and lengths. A boundary is `BOUNDARY`.
  public var meaning: String {
    let said = headerLines.filter { line in
      let name = line.prefix { $0 != ":" }.lowercased()
      return !Self.ofProgram.contains(name) && line.lowercased() != "accept: */*"
    }
    let isChunked = value(of: "Transfer-Encoding")?.lowercased() == "chunked"
    let body = String(decoding: isChunked ? unchunkedBody : body, as: UTF8.self)
    let lines = said.map(Self.trimmed).sorted { $0.lowercased() < $1.lowercased() }
    let text = Self.withoutEnd((["\(method) \(target)"] + lines + ["", body]).joined(separator: "\n"))
    guard let boundary = text.firstMatch(of: /boundary=([^\s;]+)/)?.1 else { return text }
    return text.replacing(String(boundary), with: "BOUNDARY")
  }

  /// Blanks around a value are none of it (RFC 9110 §5.5).
  private static func trimmed(_ line: String) -> String {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let value = withoutEnd(parts.count > 1 ? String(parts[1].drop { $0 == " " || $0 == "\t" }) : "")
    return value.isEmpty ? "\(parts[0]):" : "\(parts[0]): \(value)"
  }

  private static func withoutEnd(_ text: String) -> String { text.replacing(/\s+$/, with: "") }
}
