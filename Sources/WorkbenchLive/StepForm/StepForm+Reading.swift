import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

extension StepForm {
  /// The form of a step in a text, or of the group itself at the root.
  init?(of path: NodePath, in text: GroupText, ofGroup id: String, _ workspace: Workspace) {
    let mistakes = StepMistakes(at: path, in: text, of: id, workspace)
    guard path != .root else {
      guard let group = text.definition.value else { return nil }
      let rows = StepFieldRow<GroupDefinition>.rows(of: group).map { $0.row(of: group, mistakes) }
      self.init(path, "", rows, mistakes: mistakes.rest(besides: rows))
      return
    }
    guard let node = try? text.definition(at: path) else { return nil }
    let rows = StepFieldRow<NodeDefinition>.rows(of: node).map { $0.row(of: node, mistakes) }
    let overrides = node.request.map { request in
      StepOverrides(node.with, of: request.value, workspace.request(request.value)?.definition)
    }
    let number = path.parts.last.map { if case .node(let index) = $0 { index + 1 } else { 1 } } ?? 1
    self.init(
      path, node.shownName(number: number), rows, mistakes: mistakes.rest(besides: rows), overrides: overrides)
  }
}

extension StepFieldRow {
  fileprivate func row(of definition: Definition, _ mistakes: StepMistakes) -> StepForm.Row {
    let text = read(definition)
    let written = text.isEmpty ? mistakes.written(field) : nil
    return StepForm.Row(
      field, label, written ?? text, input, standard: standard, help: help, mistake: mistakes.sentence(of: field))
  }
}

/// The mistakes in a step, field by field.
private struct StepMistakes {
  private let keys: [WrittenKey]
  private let diagnostics: [Diagnostic]

  init(at path: NodePath, in text: GroupText, of id: String, _ workspace: Workspace) {
    keys = text.keys(at: path)
    diagnostics = workspace.replacing(group: id, by: text).mistakes(inGroup: id).filter {
      text.path(around: $0.place.range.lowerBound) == path
    }
  }

  func sentence(of field: StepField) -> String? {
    let found = diagnostics.filter { field.hasMistake(at: $0.place, in: keys) }
    return found.first.map(\.told)
  }

  /// The text of a key that could not be understood; nil if it was, or if there is no such key.
  func written(_ field: StepField) -> String? {
    keys.first { $0.name == field.key && sentence(of: field) != nil }?.text
  }

  func rest(besides rows: [StepForm.Row]) -> [String] {
    diagnostics.filter { diagnostic in
      !rows.contains { $0.field.hasMistake(at: diagnostic.place, in: keys) }
    }.map(\.told)
  }
}

extension Diagnostic {
  fileprivate var told: String {
    [sentence, hint].compactMap { $0?.asSentence }.joined(separator: " ")
  }
}

extension StepField {
  /// The key of the file under which it stands.
  fileprivate var key: String? {
    switch self {
    case .request: "request"
    case .group: "group"
    case .order: nil
    case .job(let kind), .jobItem(let kind, _): kind.rawValue
    case .timeout: "timeout"
    case .name: "as"
    case .when: "when"
    case .overrides: "with"
    case .each, .eachFile: "each"
    case .limit: "limit"
    case .onFailure: "onFailure"
    case .until: "until"
    case .every: "every"
    case .attempts: "attempts"
    case .alsoFailed: "alsoFailed"
    case .retries, .retryDelay, .retryBackoff, .retryJitter, .retryStatus, .retryAfter: "retry"
    case .always: "always"
    case .disabled: "disabled"
    case .docs: "docs"
    }
  }

  /// Whether it is this field that something at a place is wrong with.
  fileprivate func hasMistake(at place: SourcePlace, in keys: [WrittenKey]) -> Bool {
    let names = self == .name ? ["as", "local"] : [key].compactMap(\.self)
    guard let found = keys.first(where: { names.contains($0.name) && $0.covers(place) }) else { return false }
    switch self {
    case .jobItem(_, let index):
      let parts = found.parts
      return parts.indices.contains(index) ? parts[index].contains(place.range.lowerBound) : parts.isEmpty && index == 0
    case .eachFile: return found.text == nil
    case .each: return found.text != nil
    case .retryDelay, .retryBackoff, .retryJitter, .retryStatus, .retryAfter: return false
    default: return true
    }
  }
}
