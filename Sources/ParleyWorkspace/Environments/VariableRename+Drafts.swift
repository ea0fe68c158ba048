internal import ParleyEngine
internal import ParleyText

// Names of values in texts that are in no file yet.
extension VariableRename {
  /// A text with the name changed in its templates.
  package func applied(toTemplatesOf text: String) -> String { replacing(ranges(inTemplatesOf: text), in: text) }

  /// A filter with the name changed in `$vars.NAME`.
  package func applied(toFilter text: String) -> String { replacing(ranges(inFilter: text), in: text) }

  /// A group's text with the name changed; one that cannot be read, or not changed so, stays as it is.
  package func applied(to text: GroupText, ofGroup id: String, in workspace: Workspace) -> String {
    let file = WorkspacePaths.file(ofGroup: id)
    guard text.syntaxMistake == nil else { return text.text }
    let change = try? change(in: workspace.replacing(group: id, by: text), of: [file])
    guard let bytes = change?.items.first?.after else { return text.text }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func replacing(_ places: [Range<Int>], in text: String) -> String {
    guard !places.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for place in places.reversed() { bytes.replaceSubrange(place, with: new.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The names of values that a text uses.
package enum VariableNames {
  package static func used(inTemplatesOf text: String) -> Set<String> {
    guard text.hasTemplateMark else { return [] }
    return Set(TemplateText(text).templates.flatMap(\.variableNames))
  }

  package static func used(inFilter text: String) -> Set<String> {
    guard let filter = try? JQFilter(parsing: text) else { return [] }
    return Set(filter.variableNames.map(\.name))
  }

  package static func used(by text: GroupText, ofGroup id: String, in workspace: Workspace) -> Set<String> {
    guard text.syntaxMistake == nil else { return [] }
    let file = WorkspacePaths.file(ofGroup: id)
    let uses = workspace.replacing(group: id, by: text).variableUses
    return Set(uses.filter { $0.place.file.isIdentical(to: file) }.map(\.name))
  }
}
