import ParleyText

/// The base of the relative paths in an imported command: the working directory of the person who typed it. Paths
/// inside the workspace become relative to it, so that they need no trust.
struct ImportedPaths {
  /// A whole path; `nil` where paths stay as they are.
  var folder: String?
  /// Of the workspace, a real path.
  var root: String?

  /// As a text of the format.
  func located(_ path: String) -> Located<String> { Located(TemplateEscape.escaped(self.path(path))) }

  package func path(_ typed: String) -> String {
    guard let folder, !typed.isEmpty, typed != "-", !typed.hasPrefix("~/") else { return typed }
    let whole = (typed.hasPrefix("/") ? typed : folder.appendingPath(typed)).withoutDots
    guard let root, whole != root, whole.isInside(folder: root) else { return typed.hasPrefix("/") ? typed : whole }
    return String(whole.dropFirst(root.count).drop { $0 == "/" })
  }
}
