import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// One request: opening, saving, what changed on disk meanwhile.
extension State {
  mutating func request(_ action: RequestAction) -> [Effect] {
    switch action {
    case .open(let id, let pane):
      opening.open()
      return open(id, focus: pane)
    case .display(let id): return display(id)
    case .loaded(let id, let loaded): return load(id, loaded)
    case .reloaded(let id, let loaded): return reload(id, loaded)
    case .save: return screens[screen].save()
    case .saveOpen: return save()
    case .saved(let id, let draft, let outcome): return saved(id, draft, outcome)
    case .askPlaces(let id, let draft): return askPlaces(of: draft.secretQuestions, draft, id)
    case .place(let secrets, let draft, let id): return [.perform(RequestEffect.place(secrets, draft, of: id))]
    case .placed(let id, let draft): return placed(id, draft)
    case .forgotAnswers(let count): return [.say(.done("Forgot \(count.counted("stored answer"))."))]
    case .rewrite(let id, let draft, let rewrite): return [.perform(RequestEffect.rewrite(rewrite, draft, of: id))]
    case .keepMine(let id, let mine, let theirs, let saves): return keep(mine, over: theirs, id, saves: saves)
    case .keepTheirs(let id, let theirs): return take(theirs, id)
    case .keepScratch(let draft, let id, let folder):
      return [.perform(TreeEffect.keepScratch(draft, id, folder: folder))]
    case .tellImport(let notes): popups.push(Popup(Confirm(leftOut: notes)))
    }
    return []
  }

  mutating func open(_ id: RequestID, focus pane: Pane?) -> [Effect] {
    _ = display(id)
    if !id.isScratch { sidebar.select(id.rawValue) }
    if let pane { navigation.enter(pane) }
    return workOnOpen()
  }

  /// Keeps the open request in its tab, and loads it if needed. Text typed for it waits until it has been read.
  mutating func workOnOpen() -> [Effect] {
    tabs.change { $0.isOnlySeen = false }
    guard let tab = tabs.current else { return [] }
    let id = tab.composer.request
    let keeping = keepLast(id)
    guard !tab.isLoaded else { return keeping }
    held.wait(for: id)
    return [.perform(RequestEffect.load(id))] + keeping
  }

  /// The next session begins where this one was.
  private mutating func keepLast(_ id: RequestID) -> [Effect] {
    guard id != lastRequest, workspace?.requests.contains(where: { $0.id == id }) == true else { return [] }
    lastRequest = id
    return [.perform(LastRequestEffect(id: id))]
  }

  /// Shows it as the cursor of the list goes over it; the keys stay with the list.
  private mutating func display(_ id: RequestID) -> [Effect] {
    let isNew = tabs.open(id)
    let busy = Set(transfers.map(\.request))
    tabs.tidy { $0.composer.isDirty || busy.contains($0.composer.request) }
    if isNew { return [.perform(RequestEffect.load(id))] }
    return tabs.current?.response.isLast == true ? [.perform(LastResponseEffect(request: id))] : []
  }

  private mutating func load(_ id: RequestID, _ loaded: LoadedRequest) -> [Effect] {
    held.end(.request(id))
    // It may have been asked for twice: what was typed since then stays.
    guard tabs[id]?.isLoaded == false else { return [] }
    // It was taken from files that have been read again since.
    if let workspace, loaded.taking < workspace.taking { return [.perform(RequestEffect.load(id))] }
    tabs.change(id) { $0.isLoaded = true }
    // A draft of an earlier session may be of a file that has changed since.
    var effects = updateComposer(id, .loaded(loaded.onItsBase)) + (loaded.base == nil ? [] : reload(id, loaded))
    if opening.takeEdit(of: id) { effects += updateComposer(id, .change(.beginURL)) }
    if opening.takeSend(of: id), let tab = tabs[id] {
      effects.append(.perform(SendEffect(intent: SendIntent(id, tab.composer.draft))))
    }
    if let response = tabs[id]?.response, response.isEmpty {
      effects.append(.perform(LastResponseEffect(request: id)))
    }
    return effects
  }

  /// Takes over the current contents of the file. If both the file and the draft have changed, the person chooses.
  private mutating func reload(_ id: RequestID, _ loaded: LoadedRequest) -> [Effect] {
    guard let composer = tabs[id]?.composer, tabs[id]?.isLoaded == true else { return [] }
    guard loaded.saved != composer.saved, loaded.taking >= composer.onDisk.taking else { return [] }
    let mine = composer.draft
    if !composer.isDirty || mine == loaded.saved { return updateComposer(id, .loaded(loaded.withoutDraft)) }
    if let effects = merge(mine, with: loaded, over: composer.saved, id) { return effects }
    askWhichToKeep(id, mine: mine, theirs: loaded, saves: false)
    return []
  }

  /// - Returns: nil where the edits clash with those in the file.
  private mutating func merge(
    _ mine: RequestDraft, with theirs: LoadedRequest, over base: RequestDraft, _ id: RequestID
  ) -> [Effect]? {
    guard let merged = mine.merged(with: theirs.saved, over: base) else { return nil }
    let notice = Notice.done("\(theirs.file) has changed: your edits are kept, with what is new in the file.")
    return updateComposer(id, .loaded(theirs.with(draft: merged)))
      + [.perform(Composer.DraftEffect.keep(merged, of: id, over: theirs.saved)), .say(notice)]
  }

  private mutating func save() -> [Effect] {
    guard let composer = tabs.current?.composer else { return [] }
    if composer.request.isScratch {
      guard workspace?.isScratch == true else { return [.then(.tree(.askName(.keep(composer.draft))))] }
      return ask(
        KeepScratchForm(
          draft: composer.draft, hasEnvironments: workspace?.environments.isEmpty == false,
          isInEmptyFolder: workspace?.standsInEmptyFolder == true))
    }
    let known = composer.saved.secretQuestions
    let new = composer.draft.secretQuestions.filter { !known.contains($0) }
    guard new.isEmpty else { return askPlaces(of: new, composer.draft, composer.request) }
    return [.perform(RequestEffect.save(composer.draft, of: composer.request, over: composer.saved))]
  }

  private mutating func askPlaces(of secrets: [String], _ draft: RequestDraft, _ id: RequestID) -> [Effect] {
    secrets.isEmpty ? [] : ask(SecretPlacesForm(secrets: secrets, draft: draft, request: id))
  }

  private mutating func placed(_ id: RequestID, _ draft: RequestDraft) -> [Effect] {
    guard let composer = tabs[id]?.composer else { return [] }
    guard draft != composer.saved else { return [] }
    return updateComposer(id, .imported(ImportedDraft(draft), pasted: "")) + [
      .perform(RequestEffect.save(draft, of: id, over: composer.saved))
    ]
  }

  /// Takes over the outcome of saving. Text typed while the file was written stays a draft.
  private mutating func saved(_ id: RequestID, _ draft: RequestDraft, _ outcome: SaveOutcome) -> [Effect] {
    switch outcome {
    case .saved(let loaded, let snapshot):
      guard let composer = tabs[id]?.composer else { return [.then(.workspace(.changed(snapshot)))] }
      let newer = composer.draft == draft ? nil : composer.draft
      let effects = updateComposer(id, .loaded(loaded.with(draft: newer)))
      let notice = Notice.done("Saved to \(loaded.file).").logged(of: id)
      return effects + [.then(.workspace(.changed(snapshot))), .say(notice)]
    case .changedOnDisk(let theirs):
      return savedTooLate(id, draft, theirs)
    case .wantsRewrite(let rewrite):
      popups.push(Popup(RewriteSheet(rewrite, of: id, saving: draft)))
      return []
    }
  }

  /// Saves over a file that somebody else has written since. Edits that do not conflict are merged with it.
  private mutating func savedTooLate(_ id: RequestID, _ draft: RequestDraft, _ theirs: LoadedRequest) -> [Effect] {
    if let composer = tabs[id]?.composer, composer.draft == draft,
      let effects = merge(draft, with: theirs, over: composer.saved, id), let merged = tabs[id]?.composer.draft
    {
      return effects + [.perform(RequestEffect.save(merged, of: id, over: theirs.saved))]
    }
    askWhichToKeep(id, mine: draft, theirs: theirs, saves: true)
    return []
  }

  /// Only of what clashes: all else of both is kept either way.
  private mutating func askWhichToKeep(_ id: RequestID, mine: RequestDraft, theirs: LoadedRequest, saves: Bool) {
    let title = "\(id) has also changed on disk"
    let (mine, files) = mine.mergedEitherWay(with: theirs.saved, over: tabs[id]?.composer.saved ?? theirs.saved)
    let keep = Action.request(.keepMine(id, mine: mine, theirs: theirs, saves: saves))
    let take = Action.request(.keepTheirs(id, theirs.with(draft: files == theirs.saved ? nil : files)))
    popups.push(
      Popup(
        Confirm(
          title, DraftDifference.lines(mine, files) + [""],
          choices: [
            .init("m", saves ? "write mine" : "keep mine", keep, isDangerous: true),
            .init("f", "take the file's", take, isDangerous: true), .init("l", "later"),
          ], selected: 2, comesUnasked: true)))
  }

  private mutating func keep(
    _ mine: RequestDraft, over theirs: LoadedRequest, _ id: RequestID, saves: Bool
  ) -> [Effect] {
    let effects = updateComposer(id, .loaded(theirs.with(draft: mine)))
    guard saves else { return effects + [.perform(Composer.DraftEffect.keep(mine, of: id, over: theirs.saved))] }
    return effects + [.perform(RequestEffect.save(mine, of: id, over: theirs.saved))]
  }

  private mutating func take(_ theirs: LoadedRequest, _ id: RequestID) -> [Effect] {
    let draft = theirs.draft.map { Composer.DraftEffect.keep($0, of: id, over: theirs.saved) }
    return updateComposer(id, .loaded(theirs)) + [.perform(draft ?? .drop(of: id))]
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
