internal import ParleyText

/// Finds the files of a workspace without reading them.
///
/// The files are not trusted: links that lead out of the folder are not followed, names that cannot be displayed are
/// not used, and depth and number are limited.
struct WorkspaceScan {
  /// Within the workspace, in order.
  private(set) var files: [String] = []
  /// Folders under what was scanned, within the workspace.
  private(set) var folders: [String] = []
  /// Symbolic links that would be files of the workspace, wherever they lead, within the workspace.
  private(set) var links: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let root: String
  private let limits: WorkspaceLimits

  /// - Parameter root: a real path.
  init(root: String, limits: WorkspaceLimits) {
    self.root = root
    self.limits = limits
  }

  /// Adds a folder of the workspace with all below it. One that is not there is empty.
  mutating func scan(_ folder: String) {
    if !FileSystem.exists(root.appendingPath(folder)) || mayRead(folder) { scan(folder, depth: 0) }
  }

  /// May the file or folder be read: is it where its path says, or at least in the workspace?
  mutating func mayRead(_ path: String) -> Bool {
    guard let target = try? FileSystem.realPath(root.appendingPath(path)) else {
      note(.symbolicLink, path, "the link is broken: it is ignored")
      return false
    }
    guard target.isInside(folder: root) else {
      note(.symbolicLink, path, "the link points outside the workspace: it is ignored")
      return false
    }
    return true
  }

  private mutating func scan(_ folder: String, depth: Int) {
    guard depth <= limits.depth else {
      return note(.tooDeep, folder, "the folder is more than \(limits.depth) levels deep")
    }
    do throws(FileError) {
      for entry in try Directory.entries(root.appendingPath(folder)) { add(entry, in: folder, depth: depth) }
    } catch {
      if !(depth == 0 && error.isMissing) { note(.unreadableFile, folder, error.finding) }
    }
  }

  private mutating func add(_ entry: DirectoryEntry, in folder: String, depth: Int) {
    if entry.nameBytes.first == UInt8(ascii: ".") { return }
    guard let name = entry.name, !name.unicodeScalars.contains(where: Printable.isUnsafe) else {
      let shown = folder.appendingPath(Printable.name(entry.nameBytes))
      return note(.fileName, shown, "the file's name is not printable UTF-8: it is ignored")
    }
    let path = folder.appendingPath(name)
    switch kind(of: entry, path) {
    case .directory: addFolder(path, depth: depth)
    case .file: addFile(path)
    case .symbolicLink, .other, nil: break
    }
  }

  private mutating func addFolder(_ path: String, depth: Int) {
    folders.append(path)
    scan(path, depth: depth + 1)
  }

  private mutating func addFile(_ path: String) {
    if path.hasSuffix(".yml") {
      note(.fileName, path, "the file ends in .yml, expected .yaml: it is ignored", severity: .warning)
    }
    guard path.hasSuffix(".yaml") else { return }
    guard files.count < limits.files else { return }
    files.append(path)
    if files.count == limits.files {
      note(.tooLarge, path, "the workspace has more than \(limits.files) files: the rest is ignored")
    }
  }

  /// The kind of file that a link leads to, if it is inside the workspace and not a folder: links to folders could form
  /// a cycle.
  private mutating func kind(of entry: DirectoryEntry, _ path: String) -> DirectoryEntry.Kind? {
    guard entry.kind == .symbolicLink else { return entry.kind }
    links.append(path)
    guard mayRead(path) else { return nil }
    let kind = FileSystem.kind(ofTarget: root.appendingPath(path))
    if kind == .directory {
      note(.symbolicLink, path, "links to folders are not followed: it is ignored", severity: .warning)
      return nil
    }
    return kind
  }

  private mutating func note(
    _ code: Diagnostic.Code, _ path: String, _ message: String, severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(Diagnostic(code, severity, at: .start(of: Printable.text(path)), message))
  }
}

/// The limits of a workspace.
package struct WorkspaceLimits: Sendable, Equatable {
  package var files: Int
  /// Of folders in one another.
  package var depth: Int
  package var yaml: YAMLLimits

  package init(files: Int = 50_000, depth: Int = 32, yaml: YAMLLimits = .standard) {
    self.files = files
    self.depth = depth
    self.yaml = yaml
  }

  package static let standard = WorkspaceLimits()
}
