import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The choice of steps to put into a group: every request, every other group, and the kinds of local jobs and lists. It
/// stays for several, until a local job is chosen.
struct StepChoice: ScreenQuestion {
  func sheet(in state: State) -> (any Sheet)? {
    let (workspace, group) = (state.workspace, state.groups.steps.group)
    let requests = inOrderOfUse(workspace?.requests ?? [], in: state).map { Picker.Item(adding: $0) }
    let others = (workspace?.groups ?? []).filter { group?.isIdentical(to: $0.id) != true }
    let kinds =
      JobKind.allCases.map { Picker.Item(adding: $0) } + ListOrder.allCases.map { Picker.Item(adding: $0) }
    let items = kinds + requests + others.map { Picker.Item(adding: $0) }
    return Picker("Add steps", items, stays: true, contexts: [.stepChoice]) { state in words(in: state) }
  }

  /// Those opened last come first: of two that fit alike, the one at hand is meant.
  private func inOrderOfUse(_ requests: [RequestSummary], in state: State) -> [RequestSummary] {
    let recent = state.tabs.recent.compactMap { id in requests.first { $0.id == id } }
    return recent + requests.filter { request in !state.tabs.recent.contains(request.id) }
  }

  /// The words for the place of the next step.
  private func words(in state: State) -> StyledText {
    let steps = state.groups.steps
    let done: StyledText = [Span("   Esc", .hint), Span(" done", .muted)]
    guard let path = steps.selected?.path, path != .root else { return [Span("The first step", .muted)] + done }
    let place = steps.isEmptyList(path) ? "into" : "below"
    return [Span("\(place) ", .muted), Span(steps.name(of: path).fitted(to: 26), .text)] + around(path, state) + done
  }

  /// The list that the next step goes into with the one above it, and the key that leads out of it.
  private func around(_ path: NodePath, _ state: State) -> StyledText {
    guard let list = path.parent, list != .root else { return "" }
    let key = state.commands.table.keymap.sequences(for: "groups.leaveList", in: [.stepChoice]).first
    return [Span(" in ", .muted), Span(state.groups.steps.name(of: list).fitted(to: 20), .text)]
      + (key.map { [Span("   \($0.label)", .hint), Span(" out of it", .muted)] } ?? "")
  }
}

extension KeyContext {
  /// In the list of steps to add.
  static let stepChoice: KeyContext = "groups.stepChoice"
}

extension Picker.Item {
  fileprivate init(adding request: RequestSummary) {
    self.init(
      text: request.id.rawValue, note: request.hasMistake ? "its file has errors" : "",
      action: .assemble(.insert([NewStep(.request(request.id.rawValue))])))
    lead = [Span(MethodStyle.column(request.method), MethodStyle.style(request.method))]
  }

  fileprivate init(adding group: GroupOutline) {
    self.init(
      text: group.id, note: "group, \(group.steps.stepCount.counted("step"))",
      action: .assemble(.insert([NewStep(.group(group.id))])))
    lead = Self.sign("⛓")
  }

  fileprivate init(adding kind: JobKind) {
    self.init(text: kind.title, note: kind.note, action: .ask(JobNaming(kind: kind)))
    lead = Self.sign("ƒ")
    otherWords = "\(kind.rawValue) \(kind.note)"
    // Its content is typed right after its name.
    closes = true
  }

  fileprivate init(adding order: ListOrder) {
    self.init(
      text: order.rawValue,
      note: order == .serial ? "steps one after the other" : "steps at the same time",
      action: .assemble(.insert([NewStep(.list(order))])))
    lead = Self.sign(order == .serial ? "⇶" : "∥")
  }

  private static func sign(_ sign: String) -> StyledText {
    [Span(sign + String(repeating: " ", count: MethodStyle.columns), .accent)]
  }
}
