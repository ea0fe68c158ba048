internal import ParleyEngine
import ParleyText

extension Workspace {
  /// The same with values given for this run, as `--set` does, in place of those that the workspace and the environment declare; names
  /// that only templates have are declared by it. A secret stays one: its value is in no file.
  package func giving(_ values: [String: String], in environment: String?) -> Workspace {
    let given = changingVariables(in: environment) { variables in
      variables.map { variable in values[variable.name.value].map(variable.giving) ?? variable }
    }
    let variables = definition.vars + (environment.flatMap { self.environment($0)?.definition.vars } ?? [])
    let declared = Set(names: variables.map(\.name.value))
    let lacking = values.keys.sorted().filter { name in
      Variable.isName(name) && !declared.contains(ExactString(name)) && isUsed(inTemplate: name)
    }
    return given.changingVariables(in: nil) { $0 + lacking.map { Variable($0, given: values[$0] ?? "") } }
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
