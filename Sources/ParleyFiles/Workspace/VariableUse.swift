internal import ParleyEngine
package import ParleyModel
internal import ParleyText

/// A place in the workspace's files that uses a value by its name.
package struct VariableUse: Sendable, Hashable {
  package let name: String
  /// The id of the request, where it stands in the file of one.
  package let request: String?
  package let place: SourcePlace
}

/// The values of a workspace: where they are declared and used.
package struct VariableUses {
  private let workspace: Workspace

  package init(in workspace: Workspace) { self.workspace = workspace }

  /// The places where a value is declared, the workspace first.
  package func homes(of name: String) -> [VariableHome] {
    let isShared = workspace.definition.vars.contains { $0.name.value == name }
    return (isShared ? [.workspace] : [])
      + workspace.environments.filter { $0.definition.vars.contains { $0.name.value == name } }
      .map { .environment($0.name) }
  }

  /// Every use of every value, in templates and as `$vars.NAME` or `$vars["NAME"]` in filters, in the order of the files.
  package var all: [VariableUse] {
    let uses = workspace.allTexts.flatMap(uses) + workspace.allFilters.flatMap(uses)
    return uses.sorted { ($0.place.file, $0.place.range.lowerBound) < ($1.place.file, $1.place.range.lowerBound) }
  }

  private func uses(in text: Located<String>) -> [VariableUse] {
    guard text.value.hasTemplateMark else { return [] }
    return TemplateText(text.value).templates.flatMap { template in
      template.variableNames.compactMap { use($0, at: workspace.place(of: template.range, in: text)) }
    }
  }

  private func uses(in filter: Located<JQFilter>) -> [VariableUse] {
    let text = Located(filter.value.text, at: filter.place)
    return filter.value.variableNames.compactMap { use($0.name, at: workspace.place(of: $0.range, in: text)) }
  }

  private func use(_ name: String, at place: SourcePlace?) -> VariableUse? {
    place.map { VariableUse(name: name, request: request(inFile: $0.file), place: $0) }
  }

  private func request(inFile file: String) -> String? {
    guard case .request(let id)? = WorkspacePaths.role(of: file) else { return nil }
    return id
  }
}

extension Template {
  /// The names in it that are values', each once.
  package var variableNames: [String] {
    let names = expression.all.compactMap { if case .name(let name) = $0 { name } else { nil } }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
