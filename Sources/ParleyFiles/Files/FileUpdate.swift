internal import Glibc
internal import SystemCalls

/// Changes what a file says, without losing what somebody else writes at the same time.
package enum FileUpdate {
  /// How often somebody who knows no lock, such as an editor, may come between.
  private static let patience = 20

  /// Reads the file, changes it, and writes it back, while no other process of Parley does so.
  /// - Parameters:
  ///   - limit: the maximal size of the file, in bytes.
  ///   - mode: the permissions of a new file; its folder must exist.
  ///   - change: returns the new contents for the old ones, which are nil if there is no file. Called again if an
  ///     editor wrote the file meanwhile.
  /// - Returns: the new contents of the file.
  @discardableResult
  static func change(
    _ path: String, limit: Int, mode: mode_t? = nil, _ change: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    let lock = try WriterLock(ofFilesIn: path.parentPath)
    defer { lock.release() }
    let place = try FilePlace((try? FileSystem.realPath(path)) ?? path)
    return try Self.change(place, limit: limit, mode: mode, change)
  }

  static func change(
    _ place: FilePlace, limit: Int, mode: mode_t?, _ change: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    for _ in 0..<patience {
      let before = try place.readIfPresent(limit: limit)
      let after = try change(before)
      if after == before { return after }
      let prepared = try PreparedFile(after, for: place, mode: mode)
      guard try place.readIfPresent(limit: limit) == before else { continue }
      try prepared.takeItsPlace()
      return after
    }
    throw FileError("write", place.path, because: "another program keeps writing it")
  }
}
