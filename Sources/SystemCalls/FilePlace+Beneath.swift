package import Glibc

extension FilePlace {
  /// A path below a folder. No link on the way leads out of the folder: each part of the path is opened in the one before it, and
  /// none of them by following a link unseen.
  ///
  /// A link to a file inside the folder gives the place of that file.
  /// - Parameters:
  ///   - root: a real path.
  ///   - isNew: whether the file is not there yet: a link in its place is in the way, and not followed.
  ///   - permissions: of folders that are made on the way, as far as the umask allows them; nil where none are made.
  /// - Throws: `.leave` where the path, or a link on it, leads out of the folder.
  package init(
    _ path: String, beneath root: String, isNew: Bool = false, making permissions: mode_t? = nil
  ) throws(Failure) {
    var walk = try WalkBeneath<Failure>(path, root, permissions)
    self = try walk.place(isNew: isNew)
  }

  /// A path for a file that somebody names, beneath the nearest folder on its way that has a marking file, or anywhere where
  /// there is none.
  /// - Parameter marker: such as the name of the file that makes a folder a workspace.
  package init(_ path: String, beneathFolderWith marker: String, making permissions: mode_t? = nil) throws(Failure) {
    guard let (root, rest) = Self.split(path, at: marker) else {
      try self.init(path)
      return
    }
    try self.init(rest, beneath: root, making: permissions)
  }

  /// - Returns: the real path of the folder with the marker, and the path below it; nil where no folder on the way has one, or the path
  ///   goes on to the folder above that.
  package static func split(_ path: String, at marker: String) -> (root: String, rest: String)? {
    var end = path.endIndex
    while let slash = path[..<end].lastIndex(of: "/") {
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      if access("\(folder)/\(marker)", F_OK) == 0, let root = realpath(folder, nil) {
        defer { free(root) }
        let (root, rest) = (String(cString: root), path[path.index(after: slash)...])
        if let above = above(root, rest) { return split(above, at: marker) }
        return (root, String(rest))
      }
      end = slash
    }
    return nil
  }

  /// The whole path, where the part below a folder leads at once to the one above it; nil elsewhere.
  private static func above(_ root: String, _ rest: Substring) -> String? {
    let parts = rest.split(separator: "/").drop { $0 == "." }
    guard parts.first == ".." else { return nil }
    let parent = root[..<(root.lastIndex(of: "/") ?? root.startIndex)]
    return "\(parent)/\(parts.dropFirst().joined(separator: "/"))"
  }
}

/// The way to a place, one part after the other.
private struct WalkBeneath<Failure: SystemFailure> {
  private let root: String
  private let path: String
  private let permissions: mode_t?
  /// From the root to where the walk is.
  private var folders: [OpenFile<Failure>]
  /// The parts that come, the next one last.
  private var rest: [Substring]
  private var links = 0

  private static var mostLinks: Int { 40 }

  init(_ path: String, _ root: String, _ permissions: mode_t?) throws(Failure) {
    (self.path, self.root, self.permissions) = (path, root, permissions)
    folders = [try OpenFile(root, O_RDONLY | O_DIRECTORY, for: .writing)]
    rest = path.split(separator: "/").reversed()
    if path.hasPrefix("/") { throw leaving() }
  }

  mutating func place(isNew: Bool) throws(Failure) -> FilePlace<Failure> {
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        guard folders.count > 1 else { throw leaving() }
        folders.removeLast()
        continue
      }
      let place = FilePlace(String(part), in: folders[folders.count - 1])
      if isNew, rest.isEmpty { return place }
      if let target = target(ofLink: place) {
        try follow(target)
      } else if rest.isEmpty {
        return place
      } else {
        folders.append(try enter(place))
      }
    }
    throw Failure(explaining: SystemError(.write, path, number: EISDIR))
  }

  private func enter(_ place: FilePlace<Failure>) throws(Failure) -> OpenFile<Failure> {
    if let permissions, place.status == nil {
      do throws(Failure) { try place.makeFolder(permissions: permissions) } catch {
        // Somebody may have made it meanwhile.
        if place.status == nil { throw error }
      }
    }
    return try place.open(O_RDONLY | O_DIRECTORY, for: .writing)
  }

  private mutating func follow(_ target: String) throws(Failure) {
    links += 1
    guard links <= Self.mostLinks else { throw Failure(explaining: SystemError(.write, path, number: ELOOP)) }
    guard target.hasPrefix("/") else { return rest += target.split(separator: "/").reversed() }
    guard let inside = pathInside(target) else { throw leaving() }
    folders.removeLast(folders.count - 1)
    rest += inside.split(separator: "/").reversed()
  }

  /// The part below the root of a whole path that leads there.
  private func pathInside(_ target: String) -> Substring? {
    guard let real = realpath(target, nil) else {
      return target.hasPrefix(root + "/") ? target.dropFirst(root.count) : nil
    }
    defer { free(real) }
    let text = String(cString: real)
    return text.hasPrefix(root + "/") ? Substring(text).dropFirst(root.count) : nil
  }

  /// Nil where no link stands there.
  private func target(ofLink place: FilePlace<Failure>) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(place.folder.descriptor, place.name, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private func leaving() -> Failure {
    Failure(explaining: SystemError(.leave, root.hasSuffix("/") ? root + path : "\(root)/\(path)", number: EXDEV))
  }
}
