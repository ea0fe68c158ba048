package import Glibc

/// What becomes of a file that is there already.
package enum ExistingFile {
  /// The new content takes the old one's place.
  case replaced
  /// What is there stays, and stands.
  case kept
  /// What is there stays, and the new content is refused.
  case refused
}

/// Writes whole files so that at any moment, and after any crash, there is the old one or the new one.
package enum AtomicFile<Failure: SystemFailure> {
  /// Writes beside the file, makes it durable, and puts it in the file's place.
  /// - Parameter permissions: of the new file, whatever the umask; as the umask says where none are given.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: mode_t?, existing: ExistingFile
  ) throws(Failure) {
    try PreparedFile<Failure>(bytes, at: path, permissions: permissions).takeItsPlace(existing)
  }

  /// Makes what happened to names in the folder of a file durable.
  package static func synchronizeFolder(of path: String) throws(Failure) {
    try OpenFile<Failure>(PathParts(path).folder, O_RDONLY | O_DIRECTORY, for: .writing).synchronize()
  }

  /// Gives a file another name unless there is a file of that name. Two names for a moment, where the file system knows
  /// such links; a look before the renaming elsewhere.
  package static func place(_ path: String, at target: String) throws(Failure) {
    if let error = placing(path, at: target) { throw Failure(explaining: error) }
  }

  fileprivate static func placing(_ path: String, at target: String) -> SystemError? {
    if link(path, target) == 0 {
      unlink(path)
      return nil
    }
    guard errno == EPERM || errno == ENOTSUP else { return SystemError(.make, target) }
    var status = stat()
    guard lstat(target, &status) != 0 else { return SystemError(.make, target, number: EEXIST) }
    return rename(path, target) == 0 ? nil : SystemError(.make, target)
  }
}

/// New bytes of a file, durable beside it. Between their making and the moment they take its place there is time to look at
/// the file once more, and none that a disk could make long.
package struct PreparedFile<Failure: SystemFailure>: ~Copyable {
  private let target: String
  private let temporary: String

  /// - Parameter permissions: of the new file, whatever the umask; as the umask says where none are given.
  package init(_ bytes: [UInt8], at path: String, permissions: mode_t?) throws(Failure) {
    target = path
    temporary = PathParts(path).temporary
    do throws(Failure) {
      try Self.fill(temporary, with: bytes, permissions)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  deinit { unlink(temporary) }

  package func takeItsPlace(_ existing: ExistingFile = .replaced) throws(Failure) {
    if let error = move(existing) { throw Failure(explaining: error) }
    try AtomicFile<Failure>.synchronizeFolder(of: target)
  }

  private func move(_ existing: ExistingFile) -> SystemError? {
    if existing == .replaced { return rename(temporary, target) == 0 ? nil : SystemError(.write, target) }
    let error = AtomicFile<Failure>.placing(temporary, at: target)
    return existing == .kept && error?.number == EEXIST ? nil : error
  }

  private static func fill(_ path: String, with bytes: [UInt8], _ permissions: mode_t?) throws(Failure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try OpenFile<Failure>(path, flags, permissions: permissions == nil ? 0o666 : 0o600, for: .writing)
    try file.write(bytes)
    if let permissions { try file.setPermissions(permissions) }
    try file.synchronize()
  }
}

private struct PathParts {
  let folder: String
  let name: Substring

  init(_ path: String) {
    let slash = path.lastIndex(of: "/")
    name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Another name in the same folder. Hidden, so that neither listing nor watching takes it for a file of somebody's.
  var temporary: String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder == "/" ? "" : folder)/.\(name).\(number).tmp"
  }
}
