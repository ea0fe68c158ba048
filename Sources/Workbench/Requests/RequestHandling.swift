import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// One request: opening, saving, and edits of its file meanwhile.
enum RequestHandling {
  static func handle(_ action: RequestAction, in state: inout State) -> [Effect] {
    switch action {
    case .open(let id, let pane):
      state.opening.open()
      return open(id, focus: pane, in: &state)
    case .display(let id): return display(id, in: &state)
    case .loaded(let id, let loaded): return load(id, loaded, in: &state)
    case .reloaded(let id, let loaded): return reload(id, loaded, in: &state)
    case .save: return state.screens[state.screen].save()
    case .saveOpen: return save(in: &state)
    case .saved(let id, let draft, let outcome): return saved(id, draft, outcome, in: &state)
    case .askPlaces(let id, let draft): return askPlaces(of: draft.secretQuestions, draft, id, in: &state)
    case .place(let secrets, let draft, let id): return [.perform(RequestEffect.place(secrets, draft, of: id))]
    case .placed(let id, let draft): return placed(id, draft, in: &state)
    case .forgotAnswers(0): return [.say(.done("No answers are stored: there was nothing to forget."))]
    case .forgotAnswers(let count): return [.say(.done("Forgot \(count.counted("stored answer"))."))]
    case .rewrite(let id, let draft, let rewrite): return [.perform(RequestEffect.rewrite(rewrite, draft, of: id))]
    case .keepMine(let id, let mine, let theirs, let saves):
      return keep(mine, over: theirs, id, saves: saves, in: &state)
    case .keepTheirs(let id, let theirs): return take(theirs, id, in: &state)
    case .keepScratch(let draft, let id, let folder):
      return [.perform(TreeEffect.keepScratch(draft, id, folder: folder))]
    case .tellImport(let notes): state.popups.push(Popup(Confirm(leftOut: notes)))
    }
    return []
  }

  static func open(_ id: RequestID, focus pane: Pane?, in state: inout State) -> [Effect] {
    _ = display(id, in: &state)
    // Neither the scratch request nor defaults have a row in the list, so that it stays as it is.
    if !id.isScratch, id.defaults == nil { state.sidebar.select(id.rawValue) }
    if let pane { state.navigation.enter(pane) }
    return workOnOpen(in: &state)
  }

  /// Keeps the open request in its tab, and loads it if needed. Text typed for it waits until it has been read.
  static func workOnOpen(in state: inout State) -> [Effect] {
    state.tabs.change { $0.isOnlySeen = false }
    guard let tab = state.tabs.current else { return [] }
    let id = tab.composer.request
    let keeping = keepLast(id, in: &state)
    guard !tab.isLoaded else { return keeping }
    state.input.held.wait(for: id)
    return [.perform(RequestEffect.load(id))] + keeping
  }

  /// The next session begins where this one was.
  static func keepLast(_ id: RequestID, in state: inout State) -> [Effect] {
    guard id != state.opening.last, state.workspace?.requests.contains(where: { $0.id == id }) == true else {
      return []
    }
    state.opening.last = id
    return [.perform(LastRequestEffect(id: id))]
  }

  /// Shows it as the cursor of the list goes over it; the keys stay with the list.
  private static func display(_ id: RequestID, in state: inout State) -> [Effect] {
    let isNew = state.tabs.open(id)
    let busy = Set(state.transfers.map(\.request))
    state.tabs.tidy { $0.composer.isDirty || busy.contains($0.composer.request) }
    if isNew { return [.perform(RequestEffect.load(id))] }
    return state.tabs.current?.response.isLast == true ? [.perform(LastResponseEffect(request: id))] : []
  }

  private static func load(_ id: RequestID, _ loaded: LoadedRequest, in state: inout State) -> [Effect] {
    state.input.held.end(.request(id))
    // It may have been asked for twice: what was typed since then stays.
    guard state.tabs[id]?.isLoaded == false else { return [] }
    // It was taken from files that have been read again since.
    if let workspace = state.workspace, loaded.taking < workspace.taking { return [.perform(RequestEffect.load(id))] }
    state.tabs.change(id) { $0.isLoaded = true }
    // A draft of an earlier session may be of a file that has changed since.
    var effects =
      state.updateComposer(id, .loaded(loaded.onItsBase)) + (loaded.base == nil ? [] : reload(id, loaded, in: &state))
    if state.opening.takeEdit(of: id) { effects += state.updateComposer(id, .change(.beginURL)) }
    if state.opening.takeSend(of: id), let tab = state.tabs[id] {
      effects.append(.perform(SendEffect(intent: SendIntent(id, tab.composer.draft))))
    }
    if let response = state.tabs[id]?.response, response.isEmpty {
      effects.append(.perform(LastResponseEffect(request: id)))
    }
    return effects
  }

  /// Takes over the current contents of the file. If both the file and the draft have changed, the person chooses.
  private static func reload(_ id: RequestID, _ loaded: LoadedRequest, in state: inout State) -> [Effect] {
    guard let composer = state.tabs[id]?.composer, state.tabs[id]?.isLoaded == true else { return [] }
    guard loaded.saved != composer.saved, loaded.taking >= composer.onDisk.taking else { return [] }
    let mine = composer.draft
    if !composer.isDirty || mine == loaded.saved { return state.updateComposer(id, .loaded(loaded.withoutDraft)) }
    if let effects = merge(mine, with: loaded, over: composer.saved, id, in: &state) { return effects }
    askWhichToKeep(id, mine: mine, theirs: loaded, saves: false, in: &state)
    return []
  }

  /// - Returns: nil where the edits clash with those in the file.
  private static func merge(
    _ mine: RequestDraft, with theirs: LoadedRequest, over base: RequestDraft, _ id: RequestID, in state: inout State
  ) -> [Effect]? {
    guard let merged = mine.merged(with: theirs.saved, over: base) else { return nil }
    let notice = Notice.done("\(theirs.file) has changed: your edits are kept, with what is new in the file.")
    return state.updateComposer(id, .loaded(theirs.with(draft: merged)))
      + [.perform(Composer.DraftEffect.keep(merged, of: id, over: theirs.saved)), .say(notice)]
  }

  private static func save(in state: inout State) -> [Effect] {
    guard let composer = state.tabs.current?.composer else { return [] }
    if composer.request.isScratch {
      guard state.workspace?.isScratch == true else { return [.then(.tree(.askName(.keep(composer.draft))))] }
      return state.ask(
        KeepScratchForm(
          draft: composer.draft, hasEnvironments: state.workspace?.environments.isEmpty == false,
          isInEmptyFolder: state.workspace?.standsInEmptyFolder == true))
    }
    let known = composer.saved.secretQuestions
    let new = composer.draft.secretQuestions.filter { !known.contains($0) }
    guard new.isEmpty else { return askPlaces(of: new, composer.draft, composer.request, in: &state) }
    return [.perform(RequestEffect.save(composer.draft, of: composer.request, over: composer.saved))]
  }

  private static func askPlaces(of secrets: [String], _ draft: RequestDraft, _ id: RequestID, in state: inout State)
    -> [Effect]
  {
    secrets.isEmpty ? [] : state.ask(SecretPlacesForm(secrets: secrets, draft: draft, request: id))
  }

  private static func placed(_ id: RequestID, _ draft: RequestDraft, in state: inout State) -> [Effect] {
    guard let composer = state.tabs[id]?.composer else { return [] }
    guard draft != composer.saved else { return [] }
    return state.updateComposer(id, .imported(ImportedDraft(draft), pasted: "")) + [
      .perform(RequestEffect.save(draft, of: id, over: composer.saved))
    ]
  }

  /// Takes over the outcome of saving. Text typed while the file was written stays a draft.
  private static func saved(_ id: RequestID, _ draft: RequestDraft, _ outcome: SaveOutcome, in state: inout State)
    -> [Effect]
  {
    switch outcome {
    case .saved(let loaded, let snapshot):
      guard let composer = state.tabs[id]?.composer else { return [.then(.workspace(.changed(snapshot)))] }
      let newer = composer.draft == draft ? nil : composer.draft
      let effects = state.updateComposer(id, .loaded(loaded.with(draft: newer)))
      let notice = Notice.done("Saved to \(loaded.file).").logged(of: id)
      return effects + [.then(.workspace(.changed(snapshot))), .say(notice)]
    case .changedOnDisk(let theirs):
      return savedTooLate(id, draft, theirs, in: &state)
    case .wantsRewrite(let rewrite):
      state.popups.push(Popup(RewriteSheet(rewrite, of: id, saving: draft)))
      return []
    }
  }

  /// Saves over a file that somebody else has written since. Edits that do not conflict are merged with it.
  private static func savedTooLate(
    _ id: RequestID, _ draft: RequestDraft, _ theirs: LoadedRequest, in state: inout State
  ) -> [Effect] {
    if let composer = state.tabs[id]?.composer, composer.draft == draft,
      let effects = merge(draft, with: theirs, over: composer.saved, id, in: &state),
      let merged = state.tabs[id]?.composer.draft
    {
      return effects + [.perform(RequestEffect.save(merged, of: id, over: theirs.saved))]
    }
    askWhichToKeep(id, mine: draft, theirs: theirs, saves: true, in: &state)
    return []
  }

  /// Only of what clashes: all else of both is kept either way.
  private static func askWhichToKeep(
    _ id: RequestID, mine: RequestDraft, theirs: LoadedRequest, saves: Bool, in state: inout State
  ) {
    let title = "\(id) has also changed on disk"
    let (mine, files) = mine.mergedEitherWay(with: theirs.saved, over: state.tabs[id]?.composer.saved ?? theirs.saved)
    let keep = Action.request(.keepMine(id, mine: mine, theirs: theirs, saves: saves))
    let take = Action.request(.keepTheirs(id, theirs.with(draft: files == theirs.saved ? nil : files)))
    state.popups.push(
      Popup(
        Confirm(
          title, DraftDifference.lines(mine, files) + [""],
          choices: [
            .init("m", saves ? "write mine" : "keep mine", keep, isDangerous: true),
            .init("f", "take the file's", take, isDangerous: true), .init("l", "later"),
          ], selected: 2, comesUnasked: true)))
  }

  private static func keep(
    _ mine: RequestDraft, over theirs: LoadedRequest, _ id: RequestID, saves: Bool, in state: inout State
  ) -> [Effect] {
    let effects = state.updateComposer(id, .loaded(theirs.with(draft: mine)))
    guard saves else { return effects + [.perform(Composer.DraftEffect.keep(mine, of: id, over: theirs.saved))] }
    return effects + [.perform(RequestEffect.save(mine, of: id, over: theirs.saved))]
  }

  private static func take(_ theirs: LoadedRequest, _ id: RequestID, in state: inout State) -> [Effect] {
    let draft = theirs.draft.map { Composer.DraftEffect.keep($0, of: id, over: theirs.saved) }
    return state.updateComposer(id, .loaded(theirs)) + [.perform(draft ?? .drop(of: id))]
  }
}

extension LoadedRequest {
  /// As it was when the draft was made.
  fileprivate var onItsBase: LoadedRequest {
    var copy = self
    copy.saved = base ?? saved
    copy.base = nil
    return copy
  }
}

extension Confirm {
  fileprivate init(leftOut notes: [String]) {
    self.init(
      "The command is the request now",
      [StyledText("What differs from the command:", .muted)] + notes.map { StyledText("• \($0)") } + [""],
      choices: [Choice("o", "ok")])
  }
}

private struct LastRequestEffect: ServiceEffect {
  let id: RequestID

  var lane: Lane? { Lane("last request", keepsOnlyNewest: true, outlivesTheScreen: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    try await services.person.keepLastRequest(id)
    return []
  }
}
