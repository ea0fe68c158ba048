import Glibc
import ParleyEngine
internal import SystemCalls

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

  var isSealed: Bool { (try? contents.get())?.pieces != nil }

  /// Whether its file is one of this folder; false for one that cannot be read.
  func isIn(_ folder: Folder) -> Bool {
    (try? contents.get()).map { Folder.parent(of: $0.file.path) == folder.path } ?? false
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

extension KeptBody: KeepableBody {
  private static let copySize = 256 * 1024

  var keptName: String {
    (try? contents.get()).flatMap { $0.file.path.split(separator: "/").last.map(String.init) } ?? ""
  }

  /// It has its name, unless what it was kept for was forgotten a moment ago: then it gets it again.
  func keep(in folder: Folder) throws(RepositoryError) {
    let file = try contents.get().file
    guard access(file.path, F_OK) != 0 else { return }
    let (copy, size) = (try TemporaryBody(in: folder), Int(try file.status().st_size))
    var offset = 0
    while offset < size {
      let bytes = try file.read(at: offset, count: min(Self.copySize, size - offset))
      guard !bytes.isEmpty else { break }
      do { try bytes.withUnsafeBytes { try copy.append($0, at: offset) } } catch {
        throw error as? RepositoryError ?? RepositoryError(.writing, "The body cannot be stored.", place: file.path)
      }
      offset += bytes.count
    }
    try copy.keep(as: file.path)
  }
}
