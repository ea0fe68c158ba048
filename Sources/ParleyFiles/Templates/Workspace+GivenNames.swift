internal import ParleyEngine
import ParleyText

extension Workspace {
  /// A sentence for each name that a value is given for, as `--set` and data files do, although no file declares it: where it can be
  /// declared. The label of a question is not declared anywhere.
  /// - Parameter environment: the active one; nil for none.
  package func notes(onGivenNames names: some Collection<String>, in environment: String?) -> [String] {
    let variables = environments.flatMap(\.definition.vars) + definition.vars
    let declared = Set(names: variables.map(\.name.value))
    let file = environment.flatMap { self.environment($0)?.file } ?? WorkspacePaths.workspaceFile
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

  /// Whether a template such as `{{name}}` or `{{name | upper}}` has it.
  func isUsed(inTemplate name: String) -> Bool {
    sources.values.contains { source in
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
    return sources.values.contains { source in
      let text = String(decoding: source.bytes, as: UTF8.self)
      return forms.contains { text.contains($0) }
    }
  }
}
