import Glibc

/// The other end: sends bytes to a port of loopback and reads what comes back until the server closes.
public enum RawClient {
  /// - Parameter request: All of it, with `Connection: close` unless the server closes anyway.
  public static func send(_ request: String, to port: UInt16) async throws -> RawAnswer {
    try await send(Array(request.utf8), to: port)
  }

  public static func send(_ request: [UInt8], to port: UInt16) async throws -> RawAnswer {
    try await blocking {
      let socket = try LoopbackSocket()
      try socket.connect(to: port)
      let connection = RawConnection(descriptor: socket.descriptor)
      // A server may respond and close before it has read everything; its response counts then.
      try? connection.send(request)
      var bytes: [UInt8] = []
      while let piece = try connection.read() { bytes += piece }
      return try RawAnswer(bytes)
    }
  }

  /// One request without a body: `GET /path`, with these header lines.
  public static func get(_ target: String, method: String = "GET", headers: [String] = [], from port: UInt16)
    async throws -> RawAnswer
  {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers + ["", ""]
    return try await send(lines.joined(separator: "\r\n"), to: port)
  }

  /// One request with a body.
  public static func send(
    _ body: String, method: String = "POST", to target: String, headers: [String] = [], port: UInt16
  ) async throws -> RawAnswer {
    let lines =
      [
        "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close",
        "Content-Length: \(body.utf8.count)",
      ] + headers + ["", body]
    return try await send(lines.joined(separator: "\r\n"), to: port)
  }
}

/// A response exactly as it arrived.
public struct RawAnswer: Sendable {
  public let bytes: [UInt8]
  /// The body, taken out of its chunks if it came in chunks.
  public let body: [UInt8]
  private let head: RawHead

  init(_ bytes: [UInt8]) throws {
    guard let headLength = RawHead.length(in: bytes) else {
      throw SupportError("That is no answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    self.bytes = bytes
    head = RawHead(bytes[..<headLength])
    let framed = Array(bytes[headLength...])
    body = head.value(of: "Transfer-Encoding") == "chunked" ? RawFraming.withoutChunks(framed) : framed
  }

  public var status: Int { head.startLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

  /// The header lines in their order, as they came.
  public var headerLines: [String] { head.fieldLines }

  /// The value of the first header line with this name, in any casing.
  public func value(of name: String) -> String? { head.value(of: name) }

  public var bodyText: String { String(decoding: body, as: UTF8.self) }
}
