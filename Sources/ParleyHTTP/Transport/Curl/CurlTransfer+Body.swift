import HTTPTypes

// The body as it arrives.
extension CurlTransfer {
  /// So much is decoded in one round of the loop, a hundredth of a second's work; then timeouts, cancelling and other transfers have
  /// their turn.
  private static let decodedPerRound = 1 << 20

  /// - Returns: the step libcurl takes with what follows the chunk.
  func take(body chunk: UnsafeRawBufferPointer) -> Step {
    guard let decoding else {
      let isFirst = bodyCount == 0
      guard attempt({ try keep(chunk) }) else { return .abort }
      received(chunk.count, isFirst: isFirst)
      return .goOn
    }
    if decoding.hasWork {
      isHeldBack = true
      return .pause
    }
    received(chunk.count, isFirst: bodyCount == 0)
    decoding.take(chunk)
    return decode(by: decoding) ? .goOn : .abort
  }

  /// Decodes what came, as much of it as this round allows; the rest in the rounds to come.
  /// - Returns: false when that fails, with the reason in `failure`.
  func decode(by decoding: ContentDecoding) -> Bool {
    if decoded.round != loop.round { decoded = (loop.round, 0) }
    return attempt {
      while decoding.hasWork {
        guard decoded.count < Self.decodedPerRound else { return loop.decodeLater(self) }
        // A step that gives nothing is work too.
        decoded.count += ContentDecoding.room / 64
        try decoding.step { piece in
          decoded.count += piece.count
          try keep(piece)
        }
      }
    }
  }

  private func keep(_ piece: UnsafeRawBufferPointer) throws {
    bodyCount += piece.count
    // What was announced is refused before it has come.
    let announced = decoding == nil ? handle?.announcedLength ?? 0 : 0
    if let ceiling, max(bodyCount, announced) > ceiling {
      throw TransportError(largerThan: ceiling, announced: announced > ceiling ? announced : nil, at: hop.url)
    }
    let kept = withoutMark(piece)
    eventStream?.take(kept)
    try body?.append(kept)
  }

  /// A file that somebody asked for may be as large as it is, unless the request says otherwise.
  private var ceiling: Int? {
    hop.options.maxBody ?? (isKeptInFile ? nil : TransferOptions.standardMaxBody)
  }

  private var isKeptInFile: Bool { download.map { $0.file === body } ?? false }

  private func attempt(_ work: () throws -> Void) -> Bool {
    do {
      try work()
      return true
    } catch let error as DecodingFailure {
      failure = TransportError(error, at: hop.url)
    } catch {
      failure = error as? TransportError ?? TransportError(storing: error)
    }
    return false
  }
}

extension TransportError {
  /// - Parameter announced: how large the server said it is.
  init(largerThan ceiling: Int, announced: Int?, at url: String) {
    let (most, authority) = (ByteCount.text(ceiling), Authority(of: url))
    let excess = announced.map { "is \(ByteCount.text($0)), more than" } ?? "is larger than"
    self.init(.tooLarge, "The body from \(authority) \(excess) the limit of \(most).")
  }

  init(_ failure: DecodingFailure, at url: String) {
    let summary = "The body from \(Authority(of: url)) cannot be decompressed."
    switch failure {
    case .damaged: self.init(.malformedAnswer, summary, detail: "It is damaged, or not compressed as its header says.")
    case .tooMany: self.init(.malformedAnswer, summary, detail: "It is compressed too many times over.")
    case .noMemory: self.init(.other, summary, detail: "There is not enough memory.")
    }
  }

  /// The connection ended well, and the compressed body in it did not.
  init(endlessIn url: String, _ headers: HTTPFields) {
    let coding = headers[.contentEncoding] ?? ""
    self.init(
      .truncated, "The response from \(Authority(of: url)) ended too early.",
      detail: "Its body is compressed (\(coding)), and the end is missing.")
  }
}
