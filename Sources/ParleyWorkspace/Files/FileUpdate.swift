internal import Glibc
internal import SystemCalls

/// Changes what a file says, without losing what somebody else writes at the same time.
enum FileUpdate {
  /// How often somebody who knows no lock, such as an editor, may come between.
  private static let patience = 20

  /// Reads the file, changes it, and puts it back, while nobody else of us does so.
  /// - Parameters:
  ///   - limit: of the file, in bytes.
  ///   - mode: of a file that is not there yet; its folder must be.
  ///   - change: from what the file says, nil where there is none, to what it is to say. Asked again when an editor wrote
  ///     the file meanwhile.
  /// - Returns: what the file says now.
  @discardableResult
  static func change(
    _ path: String, limit: Int, mode: mode_t? = nil, _ change: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    let lock = try WriterLock(ofFilesIn: path.parentPath)
    defer { lock.release() }
    for _ in 0..<patience {
      let before = try FileSystem.readIfPresent(path, limit: limit)
      let after = try change(before)
      if after == before { return after }
      let prepared = try PreparedFile(after, for: path, mode: mode)
      guard try FileSystem.readIfPresent(path, limit: limit) == before else { continue }
      try prepared.takeItsPlace()
      return after
    }
    throw FileError("write", path, because: "another program keeps writing it")
  }
}
