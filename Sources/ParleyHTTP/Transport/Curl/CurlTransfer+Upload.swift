// The request's body before it is sent.
extension CurlTransfer {
  /// - Returns: how many bytes of the request's body were written into `room`; nil when it cannot be read.
  func upload(into room: UnsafeMutableRawBufferPointer) -> Int? {
    do {
      let isFirst = uploaded == 0
      let count = try read(into: room)
      uploaded += count
      if count > 0 { sent(upTo: uploaded, isFirst: isFirst) }
      return count
    } catch {
      failure = error as? TransportError ?? TransportError(reading: error)
      return nil
    }
  }

  /// libcurl asks for it when the body has to be sent once more.
  /// - Returns: whether that is possible.
  func rewindUpload(to offset: Int) -> Bool {
    uploadReader = nil
    uploaded = 0
    switch hop.content {
    case .bytes(let bytes):
      uploaded = min(max(0, offset), bytes.count)
      return true
    case .stream, nil: return offset == 0
    }
  }

  private func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    switch hop.content {
    case nil: 0
    case .bytes(let bytes): read(bytes, into: room)
    case .stream(let stream): try read(stream, into: room)
    }
  }

  private func read(_ bytes: [UInt8], into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, bytes.count - uploaded)
    bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[uploaded..<uploaded + count])) }
    return count
  }

  /// Reads from the body's stream: no more bytes than were announced; if there are fewer, it throws.
  private func read(_ stream: any BodyStream, into room: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(room.count, (stream.count ?? .max) - uploaded)
    guard wanted > 0 else { return 0 }
    let reader = try uploadReader ?? stream.open()
    uploadReader = reader
    let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
    if count == 0, let announced = stream.count {
      throw TransportError(
        .requestBody, "The body ended after \(uploaded) bytes; \(announced) were announced.")
    }
    return count
  }
}

extension TransportError {
  init(reading error: any Error) {
    let reason = (error as? any ExplainedError)?.summary ?? String(describing: error)
    self.init(.requestBody, "The body could not be read.", detail: reason)
  }
}
