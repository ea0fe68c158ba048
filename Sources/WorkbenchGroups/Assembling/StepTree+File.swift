import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The steps as the file of the group, or the draft of it, has them.
extension StepTree {
  /// Whether that is shown of a group, and not a run.
  func isFile(of group: String) -> Bool { self.group?.isIdentical(to: group) == true && run == nil }

  /// Shows the last results beside the steps of their group.
  mutating func show(_ results: LastResults?, of group: String) {
    if self.group?.isIdentical(to: group) == true { self.results.results = results }
  }

  /// Whether it is a list of the file itself in which no step stands yet.
  func isEmptyList(_ path: NodePath) -> Bool {
    guard let step = outline(of: path), step.kind == .serial || step.kind == .concurrent else { return false }
    return step.group == nil && outline?.steps.contains { $0.path.parent == path } != true
  }

  func has(_ name: String) -> Bool { outline?.steps.contains { $0.name == name } == true }

  /// The name, or the first with a number behind it that no step has.
  func freeName(like name: String) -> String {
    guard has(name) else { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !has($0) } ?? name
  }

  /// The marked steps, else the one under the cursor.
  var targets: [NodePath] {
    marked.isEmpty ? [selected?.path].compactMap(\.self) : marked.sorted()
  }

  /// The list that a step is, or stands in.
  func listAround(_ path: NodePath) -> NodePath {
    let kind = outline(of: path)?.kind
    return kind == .serial || kind == .concurrent ? path : path.parent ?? .root
  }

  /// Whether the step under the cursor stands in a list inside the group.
  var isInList: Bool { listOutside != nil }

  mutating func leaveList() {
    if let list = listOutside { select(list) }
  }

  private var listOutside: NodePath? {
    selected?.path.parent.flatMap { $0 == .root ? nil : $0 }
  }

  mutating func mark() {
    guard let path = selected?.path else { return }
    if marked.remove(path) == nil { marked.insert(path) }
    cursor.move(.lines(1))
  }

  /// The step under the cursor; of an element, the step that runs for the list.
  var place: NamedStep? {
    guard let path = selected?.path.withoutElements, let step = outline(of: path) else { return nil }
    return NamedStep(path: path, name: step.name)
  }

  mutating func goBack(to step: NamedStep) {
    let isThere = outline(of: step.path)?.name == step.name
    let moved = isThere ? nil : rows.first { outline(of: $0.path)?.name == step.name }
    select(moved?.path ?? step.path)
  }
}
