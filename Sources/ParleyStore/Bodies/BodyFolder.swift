import Glibc
import ParleyEngine
internal import SystemCalls

/// The folder of bodies that are too large for a row: temporary ones while they arrive, kept ones under the SHA-256 of what
/// is in the file.
struct BodyFolder: BodyStorage {
  private static let copySize = 256 * 1024

  let folder: Folder
  private let lockPath: String
  private let sealer: any Sealer

  init(in store: Folder, sealedBy sealer: any Sealer) throws(RepositoryError) {
    folder = try Folder.makingPrivate(store.file(Self.name))
    lockPath = store.file(StoreLocks.bodies)
    self.sealer = sealer
  }

  static let name = "bodies"
  /// How long others may take who match files with rows.
  private static let patience = Duration.seconds(20)

  func makeFile(sealed: Bool) throws -> any BodyFile {
    try make(sealed: sealed)
  }

  /// The body as a file of this folder that can be kept: itself if it is one, otherwise a copy. Reads and writes the disk.
  func own(_ body: any ByteSource, sealed: Bool) throws -> any KeepableBody {
    if let kept = body as? KeptBody, kept.isSealed == sealed, kept.isIn(folder) { return kept }
    if let own = (body as? BodyBuffer)?.file as? any StoredBody ?? body as? any StoredBody,
      own.isComplete, own.isSealed == sealed, own.temporary.isIn(folder)
    {
      return own
    }
    return try copy(of: body, sealed: sealed)
  }

  func open(_ name: String, count: Int, sealed: Bool) -> KeptBody {
    KeptBody(at: folder.file(name), count: count, sealedBy: sealed ? sealer : nil)
  }

  /// Gives a finished file its lasting name; called with the folder locked.
  func keep(_ file: any KeepableBody) throws(RepositoryError) {
    try file.keep(in: folder)
  }

  /// While it is held no file can be kept, and none removed for lack of a row.
  func locked() throws(RepositoryError) -> FileLock {
    try .waiting(lockPath, .exclusive, patience: Self.patience)
  }

  private func make(sealed: Bool) throws(RepositoryError) -> any StoredBody {
    let temporary = try TemporaryBody(in: folder)
    return sealed ? try SealedBody(temporary, sealedBy: sealer) : PlainBody(temporary)
  }

  private func copy(of body: any ByteSource, sealed: Bool) throws -> any StoredBody {
    let file = try make(sealed: sealed)
    while file.count < body.count {
      let bytes = try body.read(at: file.count, count: Self.copySize)
      guard !bytes.isEmpty else { break }
      try bytes.withUnsafeBytes(file.append)
    }
    try file.finish()
    return file
  }
}

// Clearing up.
extension BodyFolder {
  /// Removes what processes left that died while they received something: the files that nobody has locked.
  func removeLeftovers() {
    for name in folder.names() where name.hasPrefix(TemporaryBody.prefix) {
      guard let file = try? OpenFile(folder.file(name), O_RDONLY), FileLock.lock(file, .exclusive) else { continue }
      unlink(file.path)
    }
  }

  /// The files that were kept.
  var keptNames: [String] {
    folder.names().filter { !$0.hasPrefix(TemporaryBody.prefix) }
  }

  /// Takes a file over that was kept in another folder, which keeps it too.
  /// - Returns: whether it is here now.
  func bring(_ name: String, from other: String) -> Bool {
    let isName = name.utf8.count == 64 && name.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 }
    return isName && (access(folder.file(name), F_OK) == 0 || link("\(other)/\(name)", folder.file(name)) == 0)
  }

  /// In bytes, on disk.
  func size(of name: String) -> Int {
    var status = stat()
    return lstat(folder.file(name), &status) == 0 ? Int(status.st_size) : 0
  }

  func remove(_ name: String) {
    unlink(folder.file(name))
  }
}
