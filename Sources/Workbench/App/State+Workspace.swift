import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

// The workspace as a whole.
extension State {
  mutating func workspace(_ action: WorkspaceAction) -> [Effect] {
    switch action {
    case .changing: files.note()
    case .reload: return [.perform(WorkspaceEffect.read(files.told))]
    case .changed(let snapshot): return read(snapshot)
    case .reread(let snapshot, let news): return read(snapshot) + [.perform(OpenFilesEffect.shown(news))]
    case .shown(let news): return shown(news)
    case .select(let name): return [.perform(WorkspaceEffect.select(name))]
    case .askPool: ask(PoolForm(size: workspace?.poolSize ?? 0))
    case .limit(let pool): return [.perform(WorkspaceEffect.limit(pool: pool))]
    case .turnMocks: return [.perform(WorkspaceEffect.mock(workspace?.isMocking != true))]
    case .askTrust: askTrust()
    case .trust(let items): return [.perform(WorkspaceEffect.trust(items))]
    case .trustBefore(let items, let effect):
      let goOn = Action.workspace(.trustAndGoOn(items, effect))
      popups.push(Popup(Confirm.trust(items, allowing: ("allow and continue", goOn))))
    case .trustAndGoOn(let items, let effect): return [.perform(TrustedEffect(items: items, effect: effect))]
    case .placeBefore(let credentials, let saving):
      ask(CredentialPlacesForm(credentials: credentials, saving: saving))
    case .placeAndGoOn(let placements, let saving):
      return [.perform(PlacingEffect(placements: placements, saving: saving))]
    }
    return []
  }

  /// Takes over a snapshot of the workspace; one that is older than the shown one is ignored.
  private mutating func read(_ snapshot: WorkspaceSnapshot) -> [Effect] {
    let previous = workspace
    if let previous, snapshot.taking < previous.taking { return [] }
    workspace = snapshot
    var effects = sidebar.update(.workspace(snapshot), in: context)
    effects += closeWhatIsGone()
    renewPalette()
    if previous == nil {
      held.end(.workspace)
      effects += begin(snapshot) + [.perform(EditorDraftEffect.find)]
    }
    if let previous, !previous.environment.isIdentical(to: snapshot.environment) {
      effects += switchedEnvironment()
    } else {
      // What holds for keys may stand otherwise in the files now.
      shared.refresh()
    }
    // The files may give names other values, and have other defaults.
    if previous != nil { effects += rereadOpen() + refreshPreviews() + groups.drafts.reloadAll() }
    return effects
  }

  /// Only now: what is open is read from the same files as the workspace.
  private func rereadOpen() -> [Effect] {
    let open = tabs.all.map { Effect.perform(RequestEffect.reload($0.composer.request)) }
    return isShowingVariables ? open + [.perform(EnvironmentEffect.load)] : open
  }

  private var isShowingVariables: Bool { popups.layers.contains { $0.sheet is VariableSheet } }

  private mutating func shown(_ news: FileNews) -> [Effect] {
    files.show(news)
    guard files.isShown, let request = files.takeSend() else { return [] }
    return send(request)
  }

  /// The first sight: something to send is open.
  private mutating func begin(_ snapshot: WorkspaceSnapshot) -> [Effect] {
    let title = Effect.terminal(.title("parley: \(snapshot.name)"))
    let request = given.take().map { [Effect.then(.paste(.text($0, of: nil)))] } ?? []
    if snapshot.isScratch { return [title] + open(.scratch, focus: .composer) + request }
    if !request.isEmpty { return [title] + request }
    let last = snapshot.requests.first { $0.id == snapshot.lastRequest }?.id
    guard let first = last ?? sidebar.rows.lazy.compactMap(\.request).first?.id else { return [title] }
    lastRequest = first
    let effects = open(first, focus: nil)
    // Nobody chose the first of the list: it is shown, and none of those that are open.
    if last == nil { tabs.change { $0.isOnlySeen = true } }
    return [title] + effects + Self.tellEdits(in: snapshot)
  }

  /// Says how many edits an earlier session left unsaved, and where they are: the list may be longer than the screen.
  private static func tellEdits(in snapshot: WorkspaceSnapshot) -> [Effect] {
    let (requests, groups) = (snapshot.requests.count(where: \.hasDraft), snapshot.groups.count(where: \.hasDraft))
    let counts = [(requests, "request"), (groups, "group")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    guard !counts.isEmpty else { return [] }
    let way = requests > 0 ? "; / is:edited lists \(groups > 0 ? "the requests" : "them")." : "."
    return [.say(.done("Unsaved edits of \(counts.joined(separator: " and "))\(way)"))]
  }

  /// Closes requests whose files are gone, unless they have unsaved edits. The one on screen stays: it may come back in
  /// a moment, and a request that took its place must not be sent by accident.
  private mutating func closeWhatIsGone() -> [Effect] {
    guard let workspace else { return [] }
    var effects: [Effect] = []
    let here = Set(workspace.requests.map(\.id)).union(workspace.isScratch ? [.scratch] : [])
    for tab in tabs.all where tab.isLoaded {
      let request = tab.composer.request
      let isGone = !here.contains(request) && request.defaults?.isThere(in: workspace) != true
      tabs.change(request) { $0.isGone = isGone }
      guard isGone, !tab.composer.isDirty else { continue }
      if request != tabs.open {
        tabs.close(request)
      } else if !tab.isGone {
        effects.append(.say(.refused("The file of \(request) is gone. Ctrl-S writes it again.")))
      }
    }
    if !focusable.contains(focus) { navigation.enter(screen.panes[0]) }
    return effects
  }

  /// Other values stand behind the templates now.
  mutating func refreshPreviews() -> [Effect] {
    tabs.all.map { .perform(Composer.DraftEffect.preview($0.composer.draft, of: $0.composer.request, at: moment)) }
  }
}

/// Asks how many requests may be in flight at once.
struct PoolForm: PopupForm {
  let size: Int

  var title: String { "Requests at once" }
  var note: String { "How many requests may be in flight at once; 0 means no limit. Those in flight continue." }
  var fields: [FormField] { [FormField("at once", "\(size)")] }
  var reopened: ReopenedForm? { .pool }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard let size = Int(answers[0]), (0...10_000).contains(size) else {
      throw FormMistake("Write a number from 0 to 10000.")
    }
    return .workspace(.limit(pool: size))
  }
}
