internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

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
    let uses = VariableUses(in: workspace.replacing(group: id, by: text)).all
    return Set(uses.filter { $0.place.file.isIdentical(to: file) }.map(\.name))
  }
}
