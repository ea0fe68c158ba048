import ParleyEngine

/// Makes a body piece by piece while it is sent, so that it is never whole in memory.
package protocol PieceSource: Sendable {
  /// The next piece; nil at the end. The connection is cut where it throws.
  mutating func next() async throws -> [UInt8]?
}

/// A piece that was made, and its source, which makes the next.
struct MadePiece: Sendable {
  let source: any PieceSource
  /// Empty at the end.
  let result: Result<[UInt8], any Error>

  /// Makes it. Pieces without bytes are passed over: in chunks one would end the body.
  init(of source: any PieceSource) async {
    var source = source
    do {
      var piece = try await source.next()
      while piece?.isEmpty == true { piece = try await source.next() }
      result = .success(piece ?? [])
    } catch {
      result = .failure(error)
    }
    self.source = source
  }
}

/// The rest of a body that is made while it is sent, and how its end is known.
struct OutgoingPieces {
  private enum Framing {
    /// So many bytes are still to come.
    case length(Int)
    case chunks
    /// The connection ends with it.
    case close
  }

  /// Nil while a piece is being made.
  private var source: (any PieceSource)?
  private var framing: Framing
  private(set) var isOver = false

  init(_ source: any PieceSource, length: Int?, knowsChunks: Bool) {
    self.source = source
    framing = length.map(Framing.length) ?? (knowsChunks ? .chunks : .close)
  }

  /// The source, if the next piece is to be made: one after the other.
  mutating func takeSource() -> (any PieceSource)? { source.take() }

  /// - Returns: the bytes that go over the wire.
  /// - Throws: `Gone` if it is not the body that the head has promised.
  mutating func add(_ made: MadePiece) throws(Gone) -> [UInt8] {
    guard case .success(let piece) = made.result else { throw Gone() }
    source = made.source
    isOver = piece.isEmpty
    switch framing {
    case .close: return piece
    case .chunks:
      let size = piece.isEmpty ? "0" : piece.count.hexadecimal(digits: 2, uppercase: true)
      return Array("\(size)\r\n".utf8) + piece + Array("\r\n".utf8)
    case .length(let rest):
      guard !piece.isEmpty, piece.count <= rest else { throw Gone() }
      isOver = piece.count == rest
      framing = .length(rest - piece.count)
      return piece
    }
  }
}
