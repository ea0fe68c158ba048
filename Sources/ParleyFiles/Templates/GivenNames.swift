internal import ParleyEngine
import ParleyText

/// The names that values are given for, as `--set` and data files do, in a workspace with an environment.
package struct GivenNames {
  private let workspace: Workspace
  private let environment: String?

  /// - Parameter environment: the active one; nil for none.
  package init(in workspace: Workspace, environment: String?) {
    (self.workspace, self.environment) = (workspace, environment)
  }

  /// A sentence for each name that a value is given for although no file declares it: where it can be declared. The label of a
  /// question is not declared anywhere.
  package func notes(on names: some Collection<String>) -> [String] {
    let variables = workspace.environments.flatMap(\.definition.vars) + workspace.definition.vars
    let declared = Set(names: variables.map(\.name.value))
    let file = environment.flatMap { workspace.environment($0)?.file } ?? WorkspacePaths.workspaceFile
    return names.sorted().filter { !declared.contains(ExactString($0)) }.compactMap { name -> String? in
      let quoted = Printable.quoted(name)
      if isUsed(inTemplate: name) {
        return "A value is given for \(quoted), which no file declares. "
          + "Declare it under `vars` in \(file): \(name): \"\""
      }
      guard !isNamed(name) else { return nil }
      let nearest = NearestName.of(name, among: declared.names).map { " Did you mean \(Printable.quoted($0))?" } ?? ""
      return "A value is given for \(quoted), which no file uses or declares.\(nearest)"
        + (nearest.isEmpty ? " Names are declared under `vars` in \(file)." : "")
    }
  }

  /// The workspace with values given for this run in place of those that it and the environment declare; names that only templates
  /// have are declared by it. A secret stays one: its value is in no file.
  package func giving(_ values: [String: String]) -> Workspace {
    let given = workspace.changingVariables(in: environment) { variables in
      variables.map { variable in values[variable.name.value].map(variable.giving) ?? variable }
    }
    let own = environment.flatMap { workspace.environment($0)?.definition.vars } ?? []
    let declared = Set(names: (workspace.definition.vars + own).map(\.name.value))
    let lacking = values.keys.sorted().filter { name in
      Variable.isName(name) && !declared.contains(ExactString(name)) && isUsed(inTemplate: name)
    }
    return given.changingVariables(in: nil) { $0 + lacking.map { Variable($0, given: values[$0] ?? "") } }
  }
  /// Whether a template such as `{{name}}` or `{{name | upper}}` has it.
  private func isUsed(inTemplate name: String) -> Bool {
    workspace.sources.values.contains { source in
      var rest = String(decoding: source.bytes, as: UTF8.self)[...]
      while let found = rest.firstRange(of: "{{") {
        rest = rest[found.upperBound...]
        let inside = rest.drop { $0 == " " }
        let end = inside.dropFirst(name.count)
        if inside.hasPrefix(name), end.first.map({ " }|".contains($0) }) ?? false { return true }
      }
      return false
    }
  }

  /// Whether a file has it in any other way: as the label of a question, or in a filter. A parameter of that name is something else.
  private func isNamed(_ name: String) -> Bool {
    let forms = ["\"\(name)\"", "'\(name)'", "$vars.\(name)"]
    return workspace.sources.values.contains { source in
      let text = String(decoding: source.bytes, as: UTF8.self)
      return forms.contains { text.contains($0) }
    }
  }
}

extension Variable {
  fileprivate init(_ name: String, given value: String) {
    self.init(name: Located(name), content: Located(.given(value)))
  }

  fileprivate func giving(_ value: String) -> Variable {
    isSecret ? self : Variable(name: name, content: Located(.given(value)))
  }
}

extension Variable.Content {
  /// A value that has no templates, and is a number or a flag if it reads as one.
  fileprivate static func given(_ value: String) -> Variable.Content {
    .text(TemplateEscape.escaped(value), isPlain: true)
  }
}
