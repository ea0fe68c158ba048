internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyText

/// Gives a value another name in every file that declares or uses it, and leaves every other byte as it is.
package struct VariableRename: Sendable, Hashable {
  let old: String
  let new: String

  package init(_ old: String, to new: String) {
    (self.old, self.new) = (old, new)
  }

  func change(in workspace: Workspace) throws(SaveError) -> FilesChange {
    let files = Set(names: VariableUses(in: workspace).all.lazy.filter { $0.name == old }.map(\.place.file))
      .union(VariableUses(in: workspace).homes(of: old).map { ExactString($0.file) })
    return try change(in: workspace, of: files.names)
  }
}

extension VariableRename: NameInFiles {
  package func keys(in workspace: Workspace) -> [RenamedKey] {
    let vars = workspace.definition.vars + workspace.environments.flatMap(\.definition.vars)
    return vars.filter { $0.name.value == old }.compactMap { variable in
      variable.name.place.map { RenamedKey(place: $0, text: new) }
    }
  }

  package func places(inTemplatesOf text: String) -> [RenamedPlace] {
    ranges(inTemplatesOf: text).map { RenamedPlace(range: $0, text: new) }
  }

  package func places(inFilter text: String) -> [RenamedPlace] {
    ranges(inFilter: text).map { RenamedPlace(range: $0, text: new) }
  }

  /// The ranges in templates of a text that name the value, in order.
  func ranges(inTemplatesOf text: String) -> [Range<Int>] {
    guard text.hasTemplateMark else { return [] }
    let bytes = Array(text.utf8)
    return TemplateText(text).templates.filter { $0.expression.all.contains(.name(old)) }.flatMap { template in
      bytes.names(in: template.range).filter { range in
        bytes[range].elementsEqual(old.utf8)
          && bytes[range.upperBound..<template.range.upperBound].first { $0 != UInt8(ascii: " ") }
            != UInt8(ascii: "(")
      }
    }
  }

  /// The ranges in a filter that name it as `$vars.NAME`, in order.
  func ranges(inFilter text: String) -> [Range<Int>] {
    guard let filter = try? JQFilter(parsing: text) else { return [] }
    let bytes = Array(text.utf8)
    return filter.variableNames.filter { $0.name == old }.compactMap { _, range in
      let start = bytes[range].first == UInt8(ascii: "\"") ? range.lowerBound + 1 : range.lowerBound
      let place = start..<min(bytes.count, start + old.utf8.count)
      return bytes[place].elementsEqual(old.utf8) ? place : nil
    }
  }
}
