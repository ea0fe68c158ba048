/// A version of HTTP, as a status line names it.
public enum HTTPVersion: String, Sendable, Hashable, Codable {
  /// RFC 1945
  case http1_0 = "HTTP/1.0"
  /// RFC 9112
  case http1_1 = "HTTP/1.1"
  /// RFC 9113
  case http2 = "HTTP/2"
  /// RFC 9114
  case http3 = "HTTP/3"
  /// None: a mock answered.
  case mock = "mock"
}
