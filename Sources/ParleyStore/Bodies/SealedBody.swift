import ParleyEngine
internal import SystemCalls

/// A body in a sealed file. What does not fill a piece yet waits in memory, so no plain byte reaches the disk.
final class SealedBody: StoredBody {
  private struct State {
    /// Pieces that are in the file.
    var written = 0
    /// The bytes that follow them.
    var tail: [UInt8] = []
    var isComplete = false

    var count: Int { written * SealedPieces.pieceSize + tail.count }
  }

  let temporary: TemporaryBody
  let isSealed = true
  private let pieces: SealedPieces
  private let state = Lock(State())

  init(_ temporary: TemporaryBody, sealedBy sealer: any Sealer) throws(RepositoryError) {
    let (pieces, head) = SealedPieces.new(sealedBy: sealer)
    self.temporary = temporary
    self.pieces = pieces
    try Self.append(head, at: 0, to: temporary)
  }

  var count: Int { state.withLock { $0.count } }
  var isComplete: Bool { state.withLock { $0.isComplete } }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let (written, tail) = state.withLock { ($0.written, $0.tail) }
    let range = window(at: offset, count: count, of: written * SealedPieces.pieceSize + tail.count)
    return try SealedPieces.bytes(of: range) { index throws(RepositoryError) in
      if index == written { return tail }
      return try pieces.open(index, size: SealedPieces.pieceSize, isLast: false, in: temporary.file)
    }
  }

  /// Seals every piece that is full, but holds back the last of them: only the end tells whether it is the last.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    state.withLock { $0.tail.append(contentsOf: bytes) }
    while let (piece, index) = nextFullPiece() {
      try write(piece, index: index, isLast: false)
      state.withLock { state in
        state.tail.removeFirst(piece.count)
        state.written += 1
      }
    }
  }

  /// The last piece stays in memory too, so that reading goes on as before.
  func finish() throws {
    let (tail, written, isComplete) = state.withLock { ($0.tail, $0.written, $0.isComplete) }
    guard !isComplete else { return }
    try write(tail, index: written, isLast: true)
    state.withLock { $0.isComplete = true }
  }

  func discard() {
    temporary.discard()
  }

  private func nextFullPiece() -> (piece: [UInt8], index: Int)? {
    state.withLock { state in
      guard state.tail.count > SealedPieces.pieceSize else { return nil }
      return (Array(state.tail.prefix(SealedPieces.pieceSize)), state.written)
    }
  }

  private func write(_ piece: [UInt8], index: Int, isLast: Bool) throws(RepositoryError) {
    let sealed = try pieces.seal(piece, index: index, isLast: isLast)
    try Self.append(sealed, at: SealedPieces.offset(of: index), to: temporary)
  }

  private static func append(_ bytes: [UInt8], at offset: Int, to temporary: TemporaryBody) throws(RepositoryError) {
    try bytes.span.withUnsafeBytes { bytes throws(RepositoryError) in try temporary.append(bytes, at: offset) }
  }
}
