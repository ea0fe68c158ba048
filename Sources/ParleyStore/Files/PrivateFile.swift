import Glibc
import ParleyEngine

/// Small files that are there whole or not at all, for their owner's eyes only.
enum PrivateFile {
  enum Collision {
    /// The new content takes the old one's place.
    case replace
    /// What is there stays, and stands.
    case keep
  }

  /// Writes and syncs; after a crash the file is the old one or the new one.
  static func write(_ bytes: [UInt8], to path: String, in folder: Folder, _ collision: Collision)
    throws(RepositoryError)
  {
    let temporary = folder.file(".new-\(UInt64.random(in: .min ... .max))")
    defer { unlink(temporary) }
    try fill(temporary, with: bytes)
    switch collision {
    case .replace:
      guard rename(temporary, path) == 0 else { throw .system("The file cannot be written.", at: path) }
    case .keep:
      guard link(temporary, path) == 0 || errno == EEXIST else {
        throw .system("The file cannot be written.", at: path)
      }
    }
    try folder.synchronize()
  }

  /// The whole content; nil when there is no such file.
  static func read(_ path: String, limit: Int) throws(RepositoryError) -> [UInt8]? {
    guard access(path, F_OK) == 0 else { return nil }
    return try OpenFile(path, O_RDONLY).read(at: 0, count: limit)
  }

  private static func fill(_ path: String, with bytes: [UInt8]) throws(RepositoryError) {
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL)
    try bytes.span.withUnsafeBytes { bytes throws(RepositoryError) in try file.write(bytes, at: 0) }
    try file.synchronize()
  }
}
