internal import Cryptography
internal import FoundationEssentials
import Glibc
import ParleyEngine
internal import SystemCalls

/// The file below a body that is being received. It has a temporary name until an exchange that needs it is kept, and goes
/// away with this value when none is.
///
/// While it is open the file is locked, which tells other processes that it is not a dead one's left-over.
final class TemporaryBody: Sendable {
  static let prefix = "arriving-"

  private enum Fate {
    case temporary, kept, discarded
  }

  let file: OpenFile
  private let fate = Lock(Fate.temporary)
  private let hash = Lock(MessageDigest(.sha256))

  init(in folder: Folder) throws(RepositoryError) {
    file = try Self.make(in: folder)
  }

  deinit {
    discard()
  }

  /// Writes at the end. One writer only.
  func append(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RepositoryError) {
    try file.write(bytes, at: offset)
    hash.withLock { $0.add(bytes) }
  }

  /// The SHA-256 of everything written so far.
  var contentHash: String {
    hash.withLock { $0.sum.hexadecimal }
  }

  /// Gives the file its lasting name. Keeping it again changes nothing.
  func keep(as path: String) throws(RepositoryError) {
    guard fate.withLock({ $0 != .kept }) else { return }
    guard rename(file.path, path) == 0 else { throw .system("The body's file cannot be stored.", at: path) }
    fate.withLock { $0 = .kept }
  }

  func isIn(_ folder: Folder) -> Bool {
    Folder.parent(of: file.path) == folder.path
  }

  func discard() {
    let wasTemporary = fate.withLock { fate in
      defer { if fate == .temporary { fate = .discarded } }
      return fate == .temporary
    }
    if wasTemporary { unlink(file.path) }
  }

  /// Between making and locking a file another process may take it for a left-over and remove it: then once more.
  private static func make(in folder: Folder) throws(RepositoryError) -> OpenFile {
    while true {
      let path = folder.file("\(prefix)\(UInt64.random(in: .min ... .max))")
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
      if FileLock.lock(file, .exclusive), try file.status().st_nlink > 0 { return file }
    }
  }
}
