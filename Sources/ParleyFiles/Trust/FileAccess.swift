internal import Glibc
package import ParleyModel

/// The files to which the paths in a workspace lead: relative to the workspace's folder, or to the user's own with
/// `~/`.
package struct FileAccess: Sendable {
  /// Of the workspace, a real path.
  let root: String
  private let home: String?

  package init(root: String, home: String? = getenv("HOME").map { String(cString: $0) }) {
    self.root = root
    self.home = home
  }

  /// The whole path, without dots.
  package func location(of path: String) -> String {
    if path.hasPrefix("~/"), let home { return (home + path.dropFirst()).withoutDots }
    return (path.hasPrefix("/") ? path : root.appendingPath(path)).withoutDots
  }

  /// Returns the item that has to be allowed before a path may be used so; nil if nothing has to be, as for files
  /// inside the workspace.
  package func trustNeeded(by path: String, for use: PathUse) -> TrustItem? {
    let target = realLocation(of: location(of: path))
    switch use {
    case .connecting: return .socket(target)
    case .reading: return target.isInside(folder: root) ? nil : .file(target)
    case .writing: return mayWrite(target) ? replaced(by: target) : .writing(target)
    }
  }

  /// A file that is there is somebody's work, unless Parley wrote it: that it did is allowed along with the writing.
  private func replaced(by path: String) -> TrustItem? {
    FileMark(of: path).map { .replacing(path, as: $0) }
  }

  /// Returns the item that lets Parley replace a file without asking, because it has just written it; nil for a file
  /// outside of the workspace.
  package func trustEarned(byWriting path: String) -> TrustItem? {
    let target = realLocation(of: path)
    return target.isInside(folder: root) ? replaced(by: target) : nil
  }

  /// Returns the real location of a path, with links followed: a link inside the workspace may leave it.
  private func realLocation(of path: String) -> String {
    if let real = try? FileSystem.realPath(path) { return real }
    let parent = path.parentPath
    return parent == path ? path : realLocation(of: parent).appendingPath(path.lastPathPart)
  }

  /// A response must not become part of the workspace, or something that other programs run or read, such as a hook of git.
  private func mayWrite(_ path: String) -> Bool {
    guard path != root, path.isInside(folder: root) else { return false }
    let parts = path.dropFirst(root.count).split(separator: "/")
    return !parts.contains { $0.hasPrefix(".") } && !WorkspacePaths.isOwn(parts.first.map(String.init) ?? "")
  }
}

extension String {
  /// `/a/c` of `/a/./b/../c`.
  package var withoutDots: String {
    let parts = split(separator: "/").reduce(into: [Substring]()) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
