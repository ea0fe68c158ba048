internal import SystemCalls

/// Small files of the program's own, which nobody else can read. Each is written as a whole, or not at all.
package enum PrivateText {
  private static let limit = 1 << 20

  /// - Returns: nil where there is no such file.
  package static func read(_ path: String) throws -> [UInt8]? {
    try FileSystem.readIfPresent(path, limit: limit)
  }

  /// Changes what such a file says, so that nothing is lost of what another program writes at the same time.
  /// - Parameter change: from what the file says, nil where there is none, to what it is to say; may be asked more than once.
  package static func change(_ path: String, _ change: ([UInt8]?) throws -> [UInt8]) throws {
    try FileSystem.makeDirectories(path.parentPath)
    try FileUpdate.change(path, limit: limit, mode: 0o600, change)
  }

  /// Its folder is made where it is missing.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try FileSystem.makeDirectories(path.parentPath)
    try AtomicFile.write(bytes, to: path, mode: 0o600)
  }
}
