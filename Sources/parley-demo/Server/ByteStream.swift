import FlyingFox
import FlyingSocks

/// Makes a body piece by piece while it is sent, so that no body is ever whole in memory.
protocol PieceSource: Sendable {
  /// The next piece, not empty; nil at the end.
  mutating func next() async throws -> [UInt8]?
}

enum ByteStreams {
  /// How large a piece should be.
  static let pieceSize = 64 << 10
}

extension Reply.Body {
  /// A body with a Content-Length.
  static func stream(_ source: some PieceSource, length: Int) -> Reply.Body {
    .stream(
      HTTPBodySequence(from: ByteStream(source: source), count: length, suggestedBufferSize: ByteStreams.pieceSize))
  }

  /// A body in chunks, one for each piece.
  static func chunks(_ source: some PieceSource) -> Reply.Body {
    .stream(HTTPBodySequence(from: ByteStream(source: source), suggestedBufferSize: ByteStreams.pieceSize))
  }
}

/// A piece source as FlyingFox reads it.
private struct ByteStream<Source: PieceSource>: AsyncBufferedSequence {
  typealias Element = UInt8

  let source: Source

  func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var source: Source
    var pending: ArraySlice<UInt8> = []

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      if pending.isEmpty {
        guard let piece = try await source.next() else { return nil }
        pending = piece[...]
      }
      defer { pending = pending.dropFirst(count) }
      return pending.prefix(count)
    }
  }
}
