internal import Glibc
internal import ParleyEngine
internal import SystemCalls

/// A private folder that looks like a workspace, with copies of some of its files: nobody else can change those.
///
///     /tmp/parley-a8Xk2m/tools/sign.sh    a copy, to be run
///                       /tools/lib.sh     → WORKSPACE/tools/lib.sh
///                       /requests         → WORKSPACE/requests
///
/// Everything else is there by a link, so that a script which looks beside itself (`$0`, `__file__`) finds what it
/// needs.
final class WorkspaceMirror: Sendable {
  private let root: String
  private let folder: String

  /// - Parameter files: by path within the workspace.
  init(of root: String, holding files: [String: CommandFiles.Content]) throws(FileError) {
    self.root = root
    folder = try Self.makeFolder()
    do throws(FileError) {
      try fill(with: files)
    } catch {
      FileSystem.deleteTree(folder)
      throw error
    }
  }

  func location(of path: String) -> String { folder.appendingPath(path) }

  func original(_ text: String) -> String { text.replacing(folder, with: root) }

  func remove() { FileSystem.deleteTree(folder) }

  private func fill(with files: [String: CommandFiles.Content]) throws(FileError) {
    let folders = Set(files.keys.flatMap(Self.folders(above:)))
    for path in folders.sorted(by: { $0.utf8.count < $1.utf8.count }) {
      if !path.isEmpty { try FileSystem.makeDirectory(location(of: path), mode: 0o700) }
      try link(path, except: folders.union(files.keys))
    }
    for (path, content) in files {
      let file = try OpenFile(
        location(of: path), O_WRONLY | O_CREAT | O_EXCL, permissions: content.isProgram ? 0o500 : 0o400, for: .making)
      try file.write(content.bytes)
    }
  }

  /// Links to everything in a folder of the workspace that has no place of its own here.
  private func link(_ path: String, except own: Set<String>) throws(FileError) {
    let source = path.isEmpty ? root : root.appendingPath(path)
    for name in try Directory.entries(source).compactMap(\.name) {
      let inside = path.appendingPath(name)
      guard !own.contains(inside) else { continue }
      guard symlink(source.appendingPath(name), location(of: inside)) == 0 else {
        throw FileError("make", location(of: inside), number: errno)
      }
    }
  }

  /// `a/b` and `a` and the root of `a/b/c`.
  private static func folders(above path: String) -> [String] {
    guard let slash = path.lastIndex(of: "/") else { return [""] }
    let parent = String(path[..<slash])
    return [parent] + folders(above: parent)
  }
}

// The folder.
extension WorkspaceMirror {
  /// On a file system from which programs may be started.
  private static func makeFolder() throws(FileError) -> String {
    let candidates = [variable("TMPDIR"), "/tmp", "/var/tmp", variable("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap(
      \.self)
    for candidate in candidates where candidate.hasPrefix("/") && mayStartPrograms(in: candidate) {
      var template = Array(candidate.appendingPath("parley-XXXXXX").utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    throw FileError("make", candidates.last ?? "/tmp", because: "no temporary folder lets programs be started from it")
  }

  /// `ST_NOEXEC` of statvfs(3).
  private static let noPrograms: UInt = 8

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func mayStartPrograms(in path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & noPrograms == 0
  }
}
