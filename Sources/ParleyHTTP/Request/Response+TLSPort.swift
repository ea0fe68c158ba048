internal import HTTPTypes

extension Response {
  /// The words by which servers refuse a request without TLS on a port that has it: nginx, Go and Apache.
  private static let refusals = [
    "plain http request was sent to https port", "http request to an https server",
    "plain http to an ssl-enabled server port",
  ]
  /// Longer pages say something else.
  private static let longestRefusal = 4096

  /// The advice where a server says that its port expects TLS; nil for any other response.
  package var adviceOfTLS: String? {
    guard status.code == 400, URLText.starts(url, with: "http://"), body.count <= Self.longestRefusal,
      let bytes = try? body.read(at: 0, count: Self.longestRefusal)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard Self.refusals.contains(where: { text.contains($0) }) else { return nil }
    return "The port expects TLS: try https://\(Authority(of: url))."
  }
}
