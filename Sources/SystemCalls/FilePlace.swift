package import Glibc

/// A name in an open folder. Wherever the folder's own name leads meanwhile, the place stays where it is.
package struct FilePlace<Failure: SystemFailure>: Sendable {
  package let folder: OpenFile<Failure>
  package let name: String

  /// - Parameter name: one part of a path.
  package init(_ name: String, in folder: OpenFile<Failure>) {
    (self.name, self.folder) = (name, folder)
  }

  /// By a path that somebody may choose freely: links on it are followed.
  package init(_ path: String) throws(Failure) {
    let parts = PathParts(path)
    try self.init(String(parts.name), in: OpenFile(parts.folder, O_RDONLY | O_DIRECTORY, for: .writing))
  }

  /// As errors name it.
  package var path: String { folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)" }

  /// Another name in the same folder. Hidden, so that neither listing nor watching takes it for a file of somebody's.
  var beside: FilePlace {
    FilePlace(".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp", in: folder)
  }
}

extension FilePlace {
  /// Opens the file. A link in its place is refused.
  package func open(_ flags: Int32, permissions: mode_t = 0, for purpose: SystemError.Purpose) throws(Failure)
    -> OpenFile<Failure>
  {
    try OpenFile(name, in: folder, flags | O_NOFOLLOW, permissions: permissions, for: purpose)
  }

  /// Of what stands there, of a link itself; nil where nothing does.
  package var status: stat? {
    var status = stat()
    return fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Writes a file that is not there yet, and makes it durable.
  package func make(_ bytes: [UInt8], permissions: mode_t?) throws(Failure) {
    let file = try open(
      O_WRONLY | O_CREAT | O_EXCL, permissions: permissions == nil ? 0o666 : 0o600, for: .writing)
    try file.write(bytes)
    if let permissions { try file.setPermissions(permissions) }
    try file.synchronize()
  }

  package func remove() throws(Failure) {
    guard unlinkat(folder.descriptor, name, 0) == 0 else { throw failure(.remove) }
  }

  /// An empty folder.
  package func removeFolder() throws(Failure) {
    guard unlinkat(folder.descriptor, name, AT_REMOVEDIR) == 0 else { throw failure(.remove) }
  }

  package func makeFolder(permissions: mode_t = 0o777) throws(Failure) {
    guard mkdirat(folder.descriptor, name, permissions) == 0 else { throw failure(.make) }
  }

  /// Gives the file the other place. Two names for a moment where nothing may be replaced and the file system knows such links; a
  /// look before the renaming elsewhere.
  package func move(to target: FilePlace, _ existing: ExistingFile) throws(Failure) {
    guard let error = moving(to: target, existing) else { return }
    if existing == .kept, error.number == EEXIST { return }
    throw Failure(explaining: error)
  }

  private func moving(to target: FilePlace, _ existing: ExistingFile) -> SystemError? {
    if existing == .replaced { return renaming(to: target, for: .write) }
    if linkat(folder.descriptor, name, target.folder.descriptor, target.name, 0) == 0 {
      try? remove()
      return nil
    }
    guard errno == EPERM || errno == ENOTSUP else { return SystemError(.make, target.path) }
    guard target.status == nil else { return SystemError(.make, target.path, number: EEXIST) }
    return renaming(to: target, for: .make)
  }

  private func renaming(to target: FilePlace, for attempt: SystemError.Attempt) -> SystemError? {
    renameat(folder.descriptor, name, target.folder.descriptor, target.name) == 0
      ? nil : SystemError(attempt, target.path)
  }

  private func failure(_ attempt: SystemError.Attempt) -> Failure { Failure(explaining: SystemError(attempt, path)) }
}

private struct PathParts {
  let folder: String
  let name: Substring

  init(_ path: String) {
    let slash = path.lastIndex(of: "/")
    name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
