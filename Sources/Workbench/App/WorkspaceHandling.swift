import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// The workspace as a whole.
enum WorkspaceHandling {
  static func handle(_ action: WorkspaceAction, in state: inout State) -> [Effect] {
    switch action {
    case .changing: state.files.note()
    case .reload: return [.perform(WorkspaceEffect.read(state.files.told))]
    case .changed(let snapshot): return read(snapshot, in: &state)
    case .reread(let snapshot, let news): return read(snapshot, in: &state) + [.perform(OpenFilesEffect.shown(news))]
    case .shown(let news): return shown(news, in: &state)
    case .select(let name): return [.perform(WorkspaceEffect.select(name))]
    case .askPool: state.ask(PoolForm(size: state.workspace?.poolSize ?? 0))
    case .limit(let pool): return [.perform(WorkspaceEffect.limit(pool: pool))]
    case .turnMocks: return [.perform(WorkspaceEffect.mock(state.workspace?.isMocking != true))]
    case .askTrust:
      if case .wanted(let items)? = state.workspace?.trust { state.popups.push(Popup(Confirm.trust(items))) }
    case .trust(let items): return [.perform(WorkspaceEffect.trust(items))]
    case .trustBefore(let items, let effect):
      let goOn = Action.workspace(.trustAndGoOn(items, effect))
      state.popups.push(Popup(Confirm.trust(items, allowing: ("allow and continue", goOn))))
    case .trustAndGoOn(let items, let effect): return [.perform(TrustedEffect(items: items, effect: effect))]
    case .placeBefore(let credentials, let saving):
      state.ask(CredentialPlacesForm(credentials: credentials, saving: saving))
    case .placeAndGoOn(let placements, let saving):
      return [.perform(PlacingEffect(placements: placements, saving: saving))]
    }
    return []
  }

  /// Takes over a snapshot of the workspace; one that is older than the shown one is ignored.
  private static func read(_ snapshot: WorkspaceSnapshot, in state: inout State) -> [Effect] {
    let previous = state.workspace
    if let previous, snapshot.taking < previous.taking { return [] }
    state.workspace = snapshot
    var effects = state.sidebar.update(.workspace(snapshot), in: state.context)
    effects += closeWhatIsGone(in: &state)
    PaletteHandling.renew(in: &state)
    if previous == nil {
      state.input.held.end(.workspace)
      effects += begin(snapshot, in: &state) + [.perform(EditorDraftEffect.find)]
    }
    if let previous, !previous.environment.isIdentical(to: snapshot.environment) {
      effects += EnvironmentSwitch.switched(in: &state)
    } else {
      // What holds for keys may stand otherwise in the files now.
      state.shared.refresh()
    }
    // The files may give names other values, and have other defaults.
    if previous != nil {
      effects += rereadOpen(in: state) + refreshPreviews(in: state) + state.groups.drafts.reloadAll()
    }
    return effects
  }

  /// Only now: what is open is read from the same files as the workspace.
  private static func rereadOpen(in state: State) -> [Effect] {
    let open = state.tabs.all.map { Effect.perform(RequestEffect.reload($0.composer.request)) }
    return isShowingVariables(in: state) ? open + [.perform(EnvironmentEffect.load)] : open
  }

  private static func isShowingVariables(in state: State) -> Bool {
    state.popups.layers.contains { $0.sheet is VariableSheet }
  }

  private static func shown(_ news: FileNews, in state: inout State) -> [Effect] {
    state.files.show(news)
    guard state.files.isShown, let request = state.files.takeSend() else { return [] }
    return SendingHandling.send(request, in: &state)
  }

  /// The first sight: something to send is open.
  private static func begin(_ snapshot: WorkspaceSnapshot, in state: inout State) -> [Effect] {
    let title = Effect.terminal(.title("parley: \(snapshot.name)"))
    let request = state.opening.given.take().map { [Effect.then(.paste(.text($0, of: nil)))] } ?? []
    if snapshot.isScratch { return [title] + RequestHandling.open(.scratch, focus: .composer, in: &state) + request }
    if !request.isEmpty { return [title] + request }
    let last = snapshot.requests.first { $0.id == snapshot.lastRequest }?.id
    guard let first = last ?? state.sidebar.rows.lazy.compactMap(\.request).first?.id else { return [title] }
    state.opening.last = first
    let effects = RequestHandling.open(first, focus: nil, in: &state)
    // Nobody chose the first of the list: it is shown, and none of those that are open.
    if last == nil { state.tabs.change { $0.isOnlySeen = true } }
    return [title] + effects + Self.tellEdits(in: snapshot)
  }

  /// Says how many edits an earlier session left unsaved, and where they are: the list may be longer than the screen.
  private static func tellEdits(in snapshot: WorkspaceSnapshot) -> [Effect] {
    let (requests, groups) = (snapshot.requests.count(where: \.hasDraft), snapshot.groups.count(where: \.hasDraft))
    let counts = [(requests, "request"), (groups, "group")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    if snapshot.hasScratchDraft {
      let others = requests > 0 ? [counts[0] + " (/ is:edited)"] + counts.dropFirst() : counts
      let all = (others + ["the scratch request (: scratch)"]).joined(separator: " and ")
      return [.say(.done("Unsaved edits of \(all)."))]
    }
    guard !counts.isEmpty else { return [] }
    let way = requests > 0 ? "; / is:edited lists \(groups > 0 ? "the requests" : "them")." : "."
    return [.say(.done("Unsaved edits of \(counts.joined(separator: " and "))\(way)"))]
  }

  /// Closes requests whose files are gone, unless they have unsaved edits. The one on screen stays: it may come back in
  /// a moment, and a request that took its place must not be sent by accident.
  private static func closeWhatIsGone(in state: inout State) -> [Effect] {
    guard let workspace = state.workspace else { return [] }
    var effects: [Effect] = []
    let here = Set(workspace.requests.map(\.id)).union(workspace.isScratch ? [.scratch] : [])
    for tab in state.tabs.all where tab.isLoaded {
      let request = tab.composer.request
      let isGone = !here.contains(request) && request.defaults?.isThere(in: workspace) != true
      state.tabs.change(request) { $0.isGone = isGone }
      guard isGone, !tab.composer.isDirty else { continue }
      if request != state.tabs.open {
        state.tabs.close(request)
      } else if !tab.isGone {
        effects.append(.say(.refused("The file of \(request) is gone. Ctrl-S writes it again.")))
      }
    }
    if !state.focusable.contains(state.focus) { state.navigation.enter(state.screen.panes[0]) }
    return effects
  }

  /// Other values stand behind the templates now.
  static func refreshPreviews(in state: State) -> [Effect] {
    state.tabs.all.map {
      .perform(Composer.DraftEffect.preview($0.composer.draft, of: $0.composer.request, at: state.moment))
    }
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
