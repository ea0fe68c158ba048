import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func chain(_ action: ChainAction) -> [Effect] {
    switch action {
    case .mark(let item): return mark(item)
    case .markAll(let items): chains.mark(items)
    case .forget(let exchanges): chains.remove(exchanges)
    case .clear: chains.clear()
    case .offered(let offer, let entries): return open(offer, entries)
    case .changed(let offer): chains.draft?.take(offer)
    case .move(let step): chains.draft?.cursor.move(step)
    case .select(let line): chains.draft?.cursor.select(line)
    case .toggle: return chains.draft?.toggle() == true ? renewOffer() : []
    case .show: popups.push(Popup(ChainSheet()))
    case .askName: ask(ChainNameForm(suggestion: suggestedGroupName))
    case .create(let id): return create(id)
    case .created(let id, let requests, let snapshot): return show(created: id, requests, snapshot)
    }
    return []
  }

  private mutating func open(_ offer: ChainOffer, _ entries: [LogEntry.ID]) -> [Effect] {
    guard !offer.steps.isEmpty else {
      return show(.refused(offer.refusals.first ?? "No marked line of the log is about an exchange."))
    }
    chains.draft = ChainDraft(offer, entries: entries)
    popups.push(Popup(ChainSheet()))
    return []
  }

  /// Named after what most of its steps are about.
  private var suggestedGroupName: String {
    let requests = chains.draft.map { draft in draft.offer.steps.map(\.request) } ?? []
    let last = requests.last.map { $0.folder.isEmpty ? $0.name : $0.folder } ?? "group"
    let taken = workspace?.groups.map(\.id) ?? []
    guard taken.contains(last) else { return last }
    return (2...).lazy.map { "\(last)-\($0)" }.first { !taken.contains($0) } ?? last
  }

  private func create(_ id: String) -> [Effect] {
    guard let draft = chains.draft else { return [] }
    return [.perform(ChainEffect.create(id, draft))]
  }

  private mutating func show(
    created id: String, _ requests: [RequestID], _ snapshot: WorkspaceSnapshot
  ) -> [Effect] {
    let more = requests.isEmpty ? "" : " and \(requests.map { "requests/\($0).yaml" }.joined(separator: ", "))"
    chains = Chains()
    let row = GroupList.Row.group(id, hasMistake: false)
    groups.list.wanted = row.id
    let effects = groups.show(row)
    return effects + [
      .then(.workspace(.changed(snapshot))), .then(.navigation(.show(.groups))), .then(.navigation(.focus(.steps))),
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
