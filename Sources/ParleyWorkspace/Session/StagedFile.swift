internal import Glibc
package import ParleyEngine
internal import ParleyFiles
internal import SystemCalls

/// A text going to an editor and back, in a file that nobody else can read and that is gone afterwards.
package enum StagedFile {
  private static let limit = 64 << 20

  /// A folder of the user's whose files are in memory, so that a secret in them does not reach a disk; nil where the system has
  /// none.
  package static var folderInMemory: String? {
    let candidates = [getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }, "/dev/shm"].compactMap(\.self)
    return candidates.first(where: isInMemory).map { $0.appendingPath("parley-\(geteuid())") }
  }

  /// By the list of what is mounted: device, place, kind of file system, …
  private static func isInMemory(_ path: String) -> Bool {
    guard access(path, W_OK) == 0, let mounts = try? FileSystem.read("/proc/self/mounts", limit: 1 << 20) else {
      return false
    }
    return String(decoding: mounts, as: UTF8.self).split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.count > 2 && words[1] == path && words[2] == "tmpfs"
    }
  }

  /// - Parameter suffix: such as `.json`, so that the editor knows what it is.
  /// - Returns: the file's path.
  package static func write(_ text: String, suffix: String, in folder: String) throws -> String {
    try FileSystem.makeDirectories(folder, mode: 0o700)
    let path = folder.appendingPath("parley-\(RandomText.uuid())\(suffix)")
    try AtomicFile.write(Array(text.utf8), to: path, mode: 0o600)
    return path
  }

  private static let piece = 1 << 20

  /// The same of bytes of any number.
  package static func write(_ body: any ByteSource, suffix: String, in folder: String) throws -> String {
    try FileSystem.makeDirectories(folder, mode: 0o700)
    let path = folder.appendingPath("parley-\(RandomText.uuid())\(suffix)")
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600, for: .writing)
    var offset = 0
    while case let bytes = try body.read(at: offset, count: piece), !bytes.isEmpty {
      try file.write(bytes, at: offset)
      offset += bytes.count
      try Task.checkCancellation()
    }
    return path
  }

  package static func remove(_ path: String) throws { try FileSystem.delete(path) }

  /// Files that nobody has written for so long.
  package static func removeOld(in folder: String, after age: Duration) {
    let limit = time(nil) - Int(age.components.seconds)
    for name in ((try? Directory.entries(folder)) ?? []).compactMap(\.name) where name.hasPrefix("parley-") {
      var facts = stat()
      let path = folder.appendingPath(name)
      if lstat(path, &facts) == 0, facts.st_mtim.tv_sec < limit { try? FileSystem.delete(path) }
    }
  }

  /// Takes the text back, and removes the file.
  package static func take(_ path: String) throws -> String {
    let bytes = try FileSystem.read(path, limit: limit)
    try FileSystem.delete(path)
    return String(decoding: bytes, as: UTF8.self)
  }
}
