import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Importing the files of other programs.
enum ImportHandling {
  static func handle(_ action: ImportAction, in state: inout State) -> [Effect] {
    switch action {
    case .ask: state.popups.push(Popup(ImportSourceSheet(describedPlace(in: state))))
    case .complete(let typed): return [.perform(ImportEffect.complete(typed))]
    case .completed(let paths, let typed):
      state.popups.updateTop { $0.change(ImportSourceSheet.self) { $0.offer(paths, for: typed) } }
    case .read(let wish): return read(wish, in: &state)
    case .planned(let wish, let outline, let number): show(ImportDraft(wish, outline), number, in: &state)
    case .failed(let problem, let number): return fail(problem, number, in: &state)
    case .giveUp:
      state.imports.number += 1
      closeReading(in: &state)
      return [.perform(ImportEffect.cancel)]
    case .move(let step): state.imports.draft?.cursor.move(step)
    case .select(let line): state.imports.draft?.cursor.select(line)
    case .toggle: state.imports.draft?.toggle()
    case .fold: state.imports.draft?.fold()
    case .unfold: state.imports.draft?.unfold()
    case .setTarget(let target): return setTarget(target, in: &state)
    case .make: return make(in: &state)
    case .made(let made, let leftOut): return show(made, leftOut: leftOut, in: &state)
    case .stopWriting: return stopWriting(in: state)
    case .notMade(let problem):
      closeWriting(in: &state)
      return problem.map { [.then(.failed($0))] } ?? [.say(.done("Stopped: nothing was written."))]
    }
    return []
  }

  /// The URL of the description that is on screen as a response.
  private static func describedPlace(in state: State) -> String? {
    guard state.screen == .requests, let pane = state.tabs.current?.response, pane.verdict?.description != nil else {
      return nil
    }
    return pane.serverURL
  }

  private static func read(_ wish: ImportWish, in state: inout State) -> [Effect] {
    state.imports.number += 1
    state.popups.removeAll { $0.sheet is ImportSheet }
    let progress = ImportProgress()
    state.popups.push(Popup(ImportReadingSheet(wish.source, progress)))
    return [.perform(ImportEffect.plan(wish, progress, number: state.imports.number))]
  }

  private static func closeReading(in state: inout State) { state.popups.removeAll { $0.sheet is ImportReadingSheet } }

  private static func show(_ draft: ImportDraft, _ number: Int, in state: inout State) {
    guard number == state.imports.number else { return }
    closeReading(in: &state)
    state.imports.draft = draft
    state.popups.push(Popup(ImportSheet()))
  }

  private static func fail(_ problem: Problem, _ number: Int, in state: inout State) -> [Effect] {
    guard number == state.imports.number else { return [] }
    closeReading(in: &state)
    return [.then(.failed(problem))]
  }

  static func showNotes(in state: inout State) {
    guard let draft = state.imports.draft else { return }
    let notes = draft.outline.notes
    guard !notes.isEmpty else {
      state.notice = .refused(draft.withoutNotes)
      return
    }
    state.popups.push(Popup(ImportNotesSheet(notes)))
  }

  static func askTarget(in state: inout State) {
    guard let outline = state.imports.draft?.outline else { return }
    state.ask(ImportTargetForm(outline: outline))
  }

  private static func setTarget(_ target: String, in state: inout State) -> [Effect] {
    guard var wish = state.imports.draft?.wish else { return [] }
    wish.into = target
    return read(wish, in: &state)
  }

  private static func make(in state: inout State) -> [Effect] {
    guard let draft = state.imports.draft else { return [] }
    let progress = WritingProgress()
    state.popups.push(Popup(ImportWritingSheet(progress)))
    return [.perform(ImportEffect.make(draft, progress))]
  }

  private static func stopWriting(in state: State) -> [Effect] {
    guard let sheet = state.popups.top?.sheet as? ImportWritingSheet else { return [] }
    return sheet.progress.stop() ? [] : [.say(.refused("All is written, and is being put in its place."))]
  }

  private static func closeWriting(in state: inout State) { state.popups.removeAll { $0.sheet is ImportWritingSheet } }

  private static func show(_ made: ImportMade, leftOut: Int, in state: inout State) -> [Effect] {
    state.imports.draft = nil
    closeWriting(in: &state)
    let left = leftOut == 0 ? "" : ", \(leftOut) left out"
    let kept =
      made.credentials == 0 ? "" : " \(made.credentials.counted("credential")) encrypted on this machine."
    let files = made.counts == ImportCounts() ? "" : " \(made.counts.words)."
    let words = "Imported \(made.requests.count.counted("request")) into \(made.target)\(left).\(files)\(kept)"
    var effects: [Effect] = [.then(.workspace(.changed(made.snapshot))), .then(.navigation(.visit(.requests)))]
    if let first = made.requests.first { effects.append(.then(.request(.open(first, focus: .composer)))) }
    return effects + [.say(Notice.done(words).logged())]
  }
}
