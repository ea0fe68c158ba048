/// Small files of the program's own, which nobody else can read. Each is written as a whole, or not at all.
public enum PrivateText {
  private static let limit = 1 << 20

  /// - Returns: nil where there is no such file.
  public static func read(_ path: String) throws -> [UInt8]? {
    try FileSystem.readIfPresent(path, limit: limit)
  }

  /// Its folder is made where it is missing.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try FileSystem.makeDirectories(path.parentPath)
    try AtomicFile.write(bytes, to: path, mode: 0o600)
  }
}
