import Glibc
import ParleyEngine
internal import SystemCalls

/// A folder that only its owner may enter.
struct Folder: Sendable, Hashable {
  let path: String

  /// Makes the folder, and those above it, where they are missing.
  /// - Throws: `.unusablePath` when there is something else, or it may not be made, read and written.
  static func makingPrivate(_ path: String) throws(RepositoryError) -> Folder {
    try make(path)
    let folder = Folder(path: path)
    try folder.shutOutOthers()
    return folder
  }

  /// The folder of a file, which is made when it is missing; one that is there keeps its rights.
  static func holding(_ path: String) throws(RepositoryError) -> Folder {
    let folder = Folder(path: parent(of: path) ?? (path.hasPrefix("/") ? "/" : "."))
    if access(folder.path, F_OK) != 0 { try make(folder.path) }
    return folder
  }

  func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// The names in it, without `.` and `..`; none when there is no such folder.
  func names() -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  func synchronize() throws(RepositoryError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY).synchronize()
  }

  private static func make(_ path: String) throws(RepositoryError) {
    guard !isMade(path) else { return }
    if errno == ENOENT, let parent = parent(of: path) {
      try make(parent)
      guard !isMade(path) else { return }
    }
    guard errno == EEXIST else { throw .system("The folder cannot be created.", at: path) }
  }

  /// The umask has its say in `mkdir` but not in `chmod`.
  private static func isMade(_ path: String) -> Bool {
    mkdir(path, 0o700) == 0 && chmod(path, 0o700) == 0
  }

  /// The path without its last part; nil for the root and for a bare name.
  static func parent(of path: String) -> String? {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    guard let slash = trimmed.lastIndex(of: "/"), slash != trimmed.startIndex else { return nil }
    return String(trimmed[..<slash])
  }

  private func shutOutOthers() throws(RepositoryError) {
    let opened = try OpenFile(path, O_RDONLY | O_DIRECTORY)
    if try opened.status().st_mode & 0o777 != 0o700, fchmod(opened.descriptor, 0o700) != 0 {
      throw .system("The folder cannot be made private.", at: path)
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      throw .system("The folder cannot be read and written.", at: path)
    }
  }
}
