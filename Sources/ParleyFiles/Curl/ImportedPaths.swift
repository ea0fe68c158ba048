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

  private static let longestText = 1 << 20

  package init(
    folder: String? = nil, root: String? = nil, beside: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.folder, self.root, self.beside) = (folder, root, beside)
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
