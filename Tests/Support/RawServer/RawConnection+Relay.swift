extension RawConnection {
  /// Carries bytes between the client and a port of loopback until either side closes.
  ///
  /// - Parameters:
  ///   - meddle: what becomes of bytes from that port, behind so many that came before; nil ends the connection.
  ///   - look: sees the client's bytes before they go on.
  public func relay(
    to port: UInt16, meddle: @escaping @Sendable ([UInt8], Int) -> [UInt8]? = { bytes, _ in bytes },
    look: ([UInt8]) -> Void = { _ in }
  ) throws {
    let socket = try LoopbackSocket()
    try socket.connect(to: port)
    let server = RawConnection(descriptor: socket.descriptor)
    startThread { [self] in
      var passed = 0
      while let bytes = try? server.read(), let changed = meddle(bytes, passed), (try? send(changed)) != nil {
        passed += bytes.count
      }
      finishSending()
    }
    while let bytes = try read() {
      look(bytes)
      try server.send(bytes)
    }
    LoopbackSocket.shutDown(socket.descriptor)
  }
}
