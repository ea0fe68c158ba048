internal import ParleyEngine
import ParleyText

/// The base of the relative paths in an imported command: the working directory of the person who typed it. Paths
/// inside the workspace become relative to it, so that they need no trust.
package struct ImportedPaths {
  /// A whole path; `nil` where paths stay as they are.
  var folder: String?
  /// Of the workspace, a real path.
  var root: String?
  /// The bytes of a file beside the one that the command stands in; nil where none may be read.
  package var beside: @Sendable (String) -> [UInt8]? = { _ in nil }
  /// Whether the text of a file may take its place: the command is sent once, now.
  package var takesTexts = false

  private static let longestText = 1 << 20

  package init(
    folder: String? = nil, root: String? = nil, beside: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.folder, self.root, self.beside) = (folder, root, beside)
  }

  /// For a command that a person sends once: any file that they can read.
  /// - Parameter takesTexts: whether the text of a file may take its place.
  package static func sentNow(from folder: String?, root: String?, takesTexts: Bool) -> ImportedPaths {
    var paths = ImportedPaths(folder: folder, root: root) { name in
      let path = name.hasPrefix("/") ? name : (folder ?? "").appendingPath(name)
      return try? FileSystem.read(path, limit: longestText)
    }
    paths.takesTexts = takesTexts
    return paths
  }

  /// Behind a change of the folder.
  package func changed(to path: String) -> ImportedPaths {
    var paths = self
    let beside = self.beside
    if path.hasPrefix("/") {
      paths.folder = path
      paths.beside = { _ in nil }
    } else {
      paths.folder = folder?.appendingPath(path).withoutDots
      paths.beside = { beside($0.hasPrefix("/") ? $0 : "\(path)/\($0)") }
    }
    return paths
  }

  /// As a text of the format.
  package func located(_ path: String) -> Located<String> { Located(TemplateEscape.escaped(self.path(path))) }

  package func path(_ typed: String) -> String {
    guard let folder, !typed.isEmpty, typed != "-", !typed.hasPrefix("~/") else { return typed }
    let whole = (typed.hasPrefix("/") ? typed : folder.appendingPath(typed)).withoutDots
    guard let root, whole != root, whole.isInside(folder: root) else { return typed.hasPrefix("/") ? typed : whole }
    return String(whole.dropFirst(root.count).drop { $0 == "/" })
  }

  /// The text of a file beside the command; nil where it may not be read, or is none.
  package func text(of path: String) -> String? {
    guard let bytes = beside(path), bytes.count <= Self.longestText else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
