import Glibc
import ParleyEngine

/// A body in a file that an exchange was kept with. It can be read for as long as somebody holds it, even when the history
/// forgets the exchange meanwhile.
struct KeptBody: ByteSource {
  let count: Int
  let isComplete = true
  private let contents: Result<Contents, RepositoryError>

  fileprivate struct Contents: Sendable {
    let file: OpenFile
    let pieces: SealedPieces?
  }

  /// A file that is missing or damaged shows when it is read: the rest of the exchange is worth seeing.
  /// - Parameter sealer: of a sealed file.
  init(at path: String, count: Int, sealedBy sealer: (any Sealer)?) {
    self.count = count
    contents = Result { () throws(RepositoryError) in
      try Contents(path, count: count, sealedBy: sealer)
    }
  }

  /// Whether it is there, and as large as it was.
  func check() throws(RepositoryError) {
    _ = try contents.get()
  }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let contents = try contents.get()
    let range = window(at: offset, count: count, of: self.count)
    guard let pieces = contents.pieces else {
      return try contents.file.read(at: range.lowerBound, count: range.count)
    }
    let last = max(0, self.count - 1) / SealedPieces.pieceSize
    return try SealedPieces.bytes(of: range) { index throws(RepositoryError) in
      let size = min(SealedPieces.pieceSize, self.count - index * SealedPieces.pieceSize)
      return try pieces.open(index, size: size, isLast: index == last, in: contents.file)
    }
  }
}

extension KeptBody.Contents {
  fileprivate init(_ path: String, count: Int, sealedBy sealer: (any Sealer)?) throws(RepositoryError) {
    file = try OpenFile(path, O_RDONLY)
    pieces = if let sealer { try SealedPieces(of: file, sealedBy: sealer) } else { nil }
    let expected = pieces == nil ? count : SealedPieces.fileSize(of: count)
    guard try file.status().st_size == expected else {
      throw RepositoryError(
        .damaged, "The body's file is damaged.", detail: "Its size is not what it was.", place: path)
    }
  }
}
