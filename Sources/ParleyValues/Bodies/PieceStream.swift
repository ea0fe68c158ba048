/// Bytes and files, one behind the other.
struct PieceStream: BodyStream, Hashable {
  enum Piece: Sendable, Hashable {
    case bytes([UInt8])
    case file(FileStream)

    var bytes: [UInt8]? {
      guard case .bytes(let bytes) = self else { return nil }
      return bytes
    }
  }

  private let pieces: [Piece]
  let count: Int?

  init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.count }
  }

  func open() throws -> any BodyReader {
    Reader(pieces)
  }

  private final class Reader: BodyReader {
    private var left: ArraySlice<Piece>
    private var current: (reader: any BodyReader, left: Int)?

    init(_ pieces: [Piece]) {
      left = pieces[...]
    }

    func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
      while true {
        if let count = try readCurrent(into: room), count > 0 { return count }
        guard let next = left.popFirst() else { return 0 }
        current = (try next.open(), next.count)
      }
    }

    /// Reads the announced length of a piece and not a byte more, or everything behind it would shift.
    private func readCurrent(into room: UnsafeMutableRawBufferPointer) throws -> Int? {
      guard let (reader, left) = current, left > 0 else { return nil }
      let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<min(room.count, left)]))
      guard count > 0 else { throw TransportError(.requestBody, "A file became shorter while it was sent.") }
      current?.left = left - count
      return count
    }
  }
}

extension PieceStream.Piece {
  fileprivate var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count ?? 0
    }
  }

  fileprivate func open() throws -> any BodyReader {
    switch self {
    case .bytes(let bytes): BytesReader(bytes)
    case .file(let file): try file.open()
    }
  }
}

/// One reading of bytes in memory.
final class BytesReader: BodyReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, bytes.count - offset)
    bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
    offset += count
    return count
  }
}
