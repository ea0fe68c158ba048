import Glibc
import ParleyEngine
internal import SystemCalls

/// A sealed body file: a head, then pieces that are sealed one by one, so that any window can be read without the rest.
///
///     head    16 bytes "PARLEY SEALED 1\n", then 16 random bytes that name the file
///     piece   nonce, ciphertext of 64 KB (the last one: what is left), tag
///
/// The seal of a piece vouches for the file's name, the piece's index and whether it is the last. So pieces cannot be
/// swapped, taken from another file, or cut off at the end.
struct SealedPieces: Sendable {
  static let pieceSize = 64 * 1024
  private static let mark = Array("PARLEY SEALED 1\n".utf8)
  private static let headSize = 32

  private let fileName: String
  private let sealer: any Sealer

  private init(fileName: [UInt8], sealer: any Sealer) {
    self.fileName = fileName.hexadecimal
    self.sealer = sealer
  }

  /// A new file's, and the head to begin it with.
  static func new(sealedBy sealer: any Sealer) -> (pieces: SealedPieces, head: [UInt8]) {
    let name = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    return (SealedPieces(fileName: name, sealer: sealer), mark + name)
  }

  /// - Throws: `.damaged` when the file does not begin as it should.
  init(of file: OpenFile, sealedBy sealer: any Sealer) throws(RepositoryError) {
    let head = try file.read(at: 0, count: Self.headSize)
    guard head.count == Self.headSize, head.starts(with: Self.mark) else {
      throw RepositoryError(.damaged, "The body's file is damaged.", place: file.path)
    }
    self.init(fileName: Array(head[Self.mark.count...]), sealer: sealer)
  }

  /// The offset of the piece in the file.
  static func offset(of index: Int) -> Int {
    headSize + index * (pieceSize + AESSealer.overhead)
  }

  /// How large the file of a body is that has `count` bytes.
  static func fileSize(of count: Int) -> Int {
    let pieces = max(1, (count + pieceSize - 1) / pieceSize)
    return headSize + count + pieces * AESSealer.overhead
  }

  func seal(_ plain: [UInt8], index: Int, isLast: Bool) throws(RepositoryError) -> [UInt8] {
    try sealer.seal(plain, at: place(index, isLast))
  }

  /// - Parameter size: of the piece in clear.
  func open(_ index: Int, size: Int, isLast: Bool, in file: OpenFile) throws(RepositoryError) -> [UInt8] {
    let sealed = try file.read(at: Self.offset(of: index), count: size + AESSealer.overhead)
    do {
      return try sealer.open(sealed, at: place(index, isLast))
    } catch {
      throw RepositoryError(
        error.kind, "An encrypted body cannot be decrypted.", detail: error.detail, place: file.path)
    }
  }

  private func place(_ index: Int, _ isLast: Bool) -> SealedPlace {
    SealedPlace(table: "body", row: fileName, column: isLast ? "last piece \(index)" : "piece \(index)")
  }
}

extension SealedPieces {
  /// The bytes of `range` of the body, from whatever gives its pieces.
  static func bytes(
    of range: Range<Int>, piece: (_ index: Int) throws(RepositoryError) -> [UInt8]
  ) throws(RepositoryError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let index = position / pieceSize
      let bytes = try piece(index)
      let start = position - index * pieceSize
      let end = min(bytes.count, range.upperBound - index * pieceSize)
      guard start < end else { break }
      result += bytes[start..<end]
      position += end - start
    }
    return result
  }
}
