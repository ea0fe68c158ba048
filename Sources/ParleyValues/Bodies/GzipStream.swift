/// A body packed while it is sent, so that its length is known only at the end.
struct GzipStream: BodyStream {
  let content: BodyContent

  var count: Int? { nil }

  func open() throws -> any BodyReader {
    Reader(try content.open(), try Deflater())
  }

  private final class Reader: BodyReader {
    private static let pieceSize = 64 * 1024

    private let source: any BodyReader
    private let deflater: Deflater
    private var packed: [UInt8] = []
    private var offset = 0
    private var isAtEnd = false

    init(_ source: any BodyReader, _ deflater: Deflater) {
      self.source = source
      self.deflater = deflater
    }

    func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
      while offset == packed.count, !isAtEnd { try packMore() }
      let count = min(room.count, packed.count - offset)
      packed.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
      offset += count
      return count
    }

    private func packMore() throws {
      packed.removeAll(keepingCapacity: true)
      offset = 0
      let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { room, count in
        count = try source.read(into: UnsafeMutableRawBufferPointer(room))
      }
      isAtEnd = piece.isEmpty
      try deflater.compress(piece, isLast: isAtEnd, into: &packed)
    }
  }
}

extension BodyContent {
  func open() throws -> any BodyReader {
    switch self {
    case .bytes(let bytes): BytesReader(bytes)
    case .stream(let stream): try stream.open()
    }
  }
}
