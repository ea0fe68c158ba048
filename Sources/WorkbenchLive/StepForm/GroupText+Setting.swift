import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyWorkspace
import WorkbenchServices

extension GroupText {
  /// Lets a step, or the group itself at the root, say something else in one of its fields.
  func setting(_ field: StepField, to text: String, at path: NodePath) throws -> GroupEdit {
    switch field {
    case .order: return try switchingOrder(at: path)
    case .disabled: return try setting(disabled: text == "true", at: [path])
    case .name where !text.isEmpty: return try renaming(path, to: text)
    default: break
    }
    guard path != .root else {
      var group = definition.value ?? GroupDefinition()
      try StepFieldRow<GroupDefinition>.rows(of: group).row(of: field)?.write(text, &group)
      return try replacingGroup(by: group)
    }
    var node = try definition(at: path)
    try StepFieldRow<NodeDefinition>.rows(of: node).row(of: field)?.write(text, &node)
    return try replacing(path, by: node)
  }

  /// Lets a step say something else of its request.
  func overriding(with draft: RequestDraft, at path: NodePath) throws -> GroupEdit {
    var node = try definition(at: path)
    node.with = try WithDefinition(draft, over: node.with)
    return try replacing(path, by: node)
  }
}

extension [StepFieldRow<NodeDefinition>] {
  fileprivate func row(of field: StepField) -> Element? { first { $0.field == field } }
}

extension [StepFieldRow<GroupDefinition>] {
  fileprivate func row(of field: StepField) -> Element? { first { $0.field == field } }
}

extension StepOverrides {
  /// - Parameter request: nil where the workspace has no such request.
  init(_ with: WithDefinition?, of id: String, _ request: RequestDefinition?) {
    var definition = RequestDefinition(with ?? WithDefinition())
    definition.method = request?.method
    definition.url = request?.url ?? ""
    self.init(RequestID(rawValue: id), RequestDraft(definition))
  }
}

extension RequestDefinition {
  fileprivate init(_ with: WithDefinition) {
    self.init()
    (path, query, headers, body) = (with.path, with.query, with.headers, with.body)
    messages = with.messages
  }
}

extension WithDefinition {
  /// - Returns: nil for one that says nothing.
  fileprivate init?(_ draft: RequestDraft, over before: WithDefinition?) throws {
    let definition = try RequestDefinition(draft, over: RequestDefinition(before ?? WithDefinition()))
    self.init()
    (path, query, headers, body) = (definition.path, definition.query, definition.headers, definition.body)
    messages = definition.messages
    if self == WithDefinition() { return nil }
  }
}
