internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyText

/// Gives a shared key another name in every file that names it: templates, filters, captures, rules, steps that set it, logins.
///
/// ```swift
/// let change = try SharedKeyRename("token", to: "session").change(in: workspace)
/// ```
package struct SharedKeyRename: Sendable, Hashable {
  let old: String
  let new: String

  package init(_ old: String, to new: String) {
    (self.old, self.new) = (old, new)
  }

  /// The places that change, in the order of the files.
  package func places(in workspace: Workspace) -> [SourcePlace] {
    (SharedKeyUses(in: workspace).of(old).map(\.place) + keys(in: workspace).map(\.place))
      .reduce(into: Set()) { $0.insert($1) }
      .sorted { ($0.file, $0.range.lowerBound) < ($1.file, $1.range.lowerBound) }
  }

  /// - Throws: `WorkspaceError` for a name that templates cannot say, where templates name it; `SaveError`.
  package func change(in workspace: Workspace) throws -> FilesChange {
    let places = places(in: workspace)
    if let key = [old, new].first(where: KeptAnswer.isOne) { throw WorkspaceError.answer(key, at: places.first) }
    if !places.isEmpty, !Template.canName(sharedKey: new) { throw WorkspaceError.unnameable(new) }
    return try change(in: workspace, of: Set(names: places.lazy.map(\.file)).names)
  }
}

extension SharedKeyRename: NameInFiles {
  package func keys(in workspace: Workspace) -> [RenamedKey] {
    let rules = workspace.definition.shared.filter { $0.pattern.value.isIdentical(to: old) }.compactMap(\.pattern.place)
    let captures = workspace.requests.flatMap(\.definition.capture).filter { $0.key.value.isIdentical(to: old) }
    let logins = workspace.logins.compactMap(\.token).filter { $0.value.isIdentical(to: old) }.compactMap(\.place)
    return (rules + logins).map { RenamedKey(place: $0, text: new) }
      + captures.compactMap { capture in
        capture.key.place.map { RenamedKey(place: $0, text: RowName(new, isOn: capture.isOn).written) }
      } + settingSteps(in: workspace)
  }

  private func settingSteps(in workspace: Workspace) -> [RenamedKey] {
    let rows = workspace.groups.flatMap { $0.definition.allNodes.flatMap(\.job.set) }
    return rows.filter { $0.name.isIdentical(to: old) }.compactMap { row in
      guard let place = row.place, let source = workspace.sources[place.file],
        let key = YAMLDocument.parse(source).root?.key(ofValueAt: place.range)
      else { return nil }
      return RenamedKey(place: key, text: RowName(new, isOn: row.isOn).written)
    }
  }

  package func places(inTemplatesOf text: String) -> [RenamedPlace] {
    guard text.hasTemplateMark else { return [] }
    let (bytes, written) = (Array(text.utf8), Array("shared.\(old)".utf8))
    return TemplateText(text).templates.filter { $0.expression.all.contains(.shared(old)) }.flatMap { template in
      bytes.names(in: template.range).filter { bytes[$0].elementsEqual(written) }.map {
        RenamedPlace(range: $0, text: "shared.\(new)")
      }
    }
  }

  /// A name that is no identifier of jq is written in brackets.
  package func places(inFilter text: String) -> [RenamedPlace] {
    guard let filter = try? JQFilter(parsing: text) else { return [] }
    let bytes = Array(text.utf8)
    return filter.sharedMembers.filter { $0.name.isIdentical(to: old) }.compactMap { _, range in
      if bytes[range].first == UInt8(ascii: "\"") {
        let place = range.lowerBound + 1..<min(bytes.count, range.lowerBound + 1 + old.utf8.count)
        return bytes[place].elementsEqual(old.utf8) ? RenamedPlace(range: place, text: new) : nil
      }
      guard bytes[range].elementsEqual(old.utf8) else { return nil }
      if new.isFilterName { return RenamedPlace(range: range, text: new) }
      guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else { return nil }
      return RenamedPlace(range: range.lowerBound - 1..<range.upperBound, text: "[\"\(new)\"]")
    }
  }
}

extension String {
  fileprivate var isFilterName: Bool {
    utf8.first.map { !$0.isDigit } == true && utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}

extension YAMLNode {
  /// Returns the place of the key whose value is at these bytes; nil if there is none.
  fileprivate func key(ofValueAt range: Range<Int>) -> SourcePlace? {
    switch content {
    case .scalar: return nil
    case .sequence(let items): return items.lazy.compactMap { $0.key(ofValueAt: range) }.first
    case .mapping(let entries):
      return entries.lazy.compactMap { entry in
        entry.value.place.range == range ? entry.key.place : entry.value.key(ofValueAt: range)
      }.first
    }
  }
}

extension WorkspaceError {
  /// Its name is the question's, which stands in a template or names a variable.
  fileprivate static func answer(_ key: String, at place: SourcePlace?) -> WorkspaceError {
    let question = Printable.quoted(String(key.dropFirst(KeptAnswer.prefix.count)))
    return WorkspaceError(
      "sharedKeyAnswer",
      "A key whose name begins with “\(KeptAnswer.prefix)” holds the answer to a question, here \(question).",
      advice:
        "It keeps its name. Ask another question\(place.map { " in \($0.file):\($0.line)" } ?? ""), and answer that."
    )
  }

  fileprivate static func unnameable(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "sharedKeyName", "Templates cannot name the shared key \(Printable.quoted(name)).",
      advice: "Files use the key: choose a name of letters, digits, dots, - and _, such as user.token.")
  }
}
