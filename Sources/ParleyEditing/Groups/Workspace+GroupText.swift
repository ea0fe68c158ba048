package import ParleyFiles

extension Workspace {
  /// The same workspace with another text in place of a group's file.
  package func replacing(group id: String, by text: GroupText) -> Workspace {
    let (definition, diagnostics) = text.definition
    return replacing(group: id, by: definition, diagnostics, in: text.source)
  }
}
