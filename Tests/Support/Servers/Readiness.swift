/// Whether a server answers.
enum Readiness {
  /// Sends one request. The kernel holds the connection until the server takes it, so nothing is asked twice; a server
  /// that ends at its start closes the last listening descriptor, which resets the connection.
  static func wait(for process: ChildProcess, port: UInt16, path: String) throws {
    guard let answer = answer(port: port, path: path), answer.starts(with: Array("HTTP/1.".utf8)) else {
      process.stop()
      throw process.failure("does not answer on port \(port)")
    }
  }

  private static func answer(port: UInt16, path: String) -> [UInt8]? {
    guard let socket = try? LoopbackSocket() else { return nil }
    let connection = RawConnection(descriptor: socket.descriptor)
    do {
      try socket.connect(to: port)
      try connection.send("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
      return try connection.read()
    } catch {
      return nil
    }
  }
}
