import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Making a group of recorded exchanges.
enum ChainHandling {
  static func handle(_ action: ChainAction, in state: inout State) -> [Effect] {
    switch action {
    case .mark(let item): state.chains.toggle(item)
    case .markAll(let items): state.chains.mark(items)
    case .forget(let exchanges): state.chains.remove(exchanges)
    case .clear: state.chains.clear()
    case .offered(let offer, let entries): return open(offer, entries, in: &state)
    case .changed(let offer): state.chains.draft?.take(offer)
    case .move(let step): state.chains.draft?.cursor.move(step)
    case .select(let line): state.chains.draft?.cursor.select(line)
    case .toggle: return state.chains.draft?.toggle() == true ? state.chains.renewal : []
    case .show: state.popups.push(Popup(ChainSheet()))
    case .askName: state.ask(ChainNameForm(suggestion: suggestedGroupName(in: state)))
    case .create(let id): return create(id, in: state)
    case .created(let id, let requests, let snapshot): return show(created: id, requests, snapshot, in: &state)
    }
    return []
  }

  private static func open(_ offer: ChainOffer, _ entries: [LogEntry.ID], in state: inout State) -> [Effect] {
    guard !offer.steps.isEmpty else {
      return state.show(.refused(offer.refusals.first ?? "No marked line of the log is about an exchange."))
    }
    state.chains.draft = ChainDraft(offer, entries: entries)
    state.popups.push(Popup(ChainSheet()))
    return []
  }

  /// Named after what most of its steps are about.
  private static func suggestedGroupName(in state: State) -> String {
    let requests = state.chains.draft.map { draft in draft.offer.steps.map(\.request) } ?? []
    let last = requests.last.map { $0.folder.isEmpty ? $0.name : $0.folder } ?? "group"
    let taken = state.workspace?.groups.map(\.id) ?? []
    guard taken.contains(last) else { return last }
    return (2...).lazy.map { "\(last)-\($0)" }.first { !taken.contains($0) } ?? last
  }

  private static func create(_ id: String, in state: State) -> [Effect] {
    guard let draft = state.chains.draft else { return [] }
    return [.perform(ChainEffect.create(id, draft))]
  }

  private static func show(
    created id: String, _ requests: [RequestID], _ snapshot: WorkspaceSnapshot, in state: inout State
  ) -> [Effect] {
    let more = requests.isEmpty ? "" : " and \(requests.map { "requests/\($0).yaml" }.joined(separator: ", "))"
    state.chains = Chains()
    let row = GroupList.Row.group(id, hasMistake: false)
    state.groups.list.wanted = row.id
    let effects = state.groups.show(row)
    return effects + [
      .then(.workspace(.changed(snapshot))), .then(.navigation(.visit(.groups))), .then(.navigation(.focus(.steps))),
      .then(.notice(Notice.done("Wrote groups/\(id).yaml\(more). F5 runs it.").logged())),
    ]
  }
}

/// Asks for the name of a group that is made from recorded exchanges.
struct ChainNameForm: PopupForm {
  let suggestion: String

  var title: String { "New group" }
  var note: String { "A path below groups/, such as checkout; folders are created as needed." }
  var fields: [FormField] { [FormField("name", suggestion)] }
  var whenClosed: Action? { .chain(.show) }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard let id = ListedFile(.group, typed: answers[0].trimmed)?.name else {
      throw FormMistake("A name looks like shop/checkout; no part is empty or starts with a dot, and none has {{.")
    }
    guard state.workspace?.groups.contains(where: { $0.id.isIdentical(to: id) }) != true else {
      throw FormMistake("The group “\(id.fitted(to: 40))” already exists.")
    }
    return .chain(.create(id))
  }
}
