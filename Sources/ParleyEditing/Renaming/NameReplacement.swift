internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

/// A new name for what templates and filters name, in texts that are in no file yet.
///
/// ```swift
/// NameReplacement(Renaming(.sharedKey, "token", to: "session")).applied(toTemplatesOf: "Bearer {{shared.token}}")
/// ```
package struct NameReplacement: Sendable {
  private let names: any NameInFiles

  package init(_ renaming: Renaming) {
    names =
      switch renaming.kind {
      case .variable: VariableRename(renaming.old, to: renaming.new)
      case .sharedKey: SharedKeyRename(renaming.old, to: renaming.new)
      }
  }

  /// A text with the name changed in its templates.
  package func applied(toTemplatesOf text: String) -> String {
    Self.replacing(names.places(inTemplatesOf: text), in: text)
  }

  /// A filter with the name changed.
  package func applied(toFilter text: String) -> String { Self.replacing(names.places(inFilter: text), in: text) }

  /// A group's text with the name changed; one that cannot be read, or not changed so, stays as it is.
  package func applied(to text: GroupText, ofGroup id: String, in workspace: Workspace) -> String {
    let file = WorkspacePaths.file(ofGroup: id)
    guard text.syntaxMistake == nil else { return text.text }
    let change = try? names.change(in: workspace.replacing(group: id, by: text), of: [file])
    guard let bytes = change?.items.first?.after else { return text.text }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replacing(_ places: [RenamedPlace], in text: String) -> String {
    guard !places.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for place in places.reversed() { bytes.replaceSubrange(place.range, with: place.text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
