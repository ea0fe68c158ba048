import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func importing(_ action: ImportAction) -> [Effect] {
    switch action {
    case .ask: popups.push(Popup(ImportSourceSheet()))
    case .complete(let typed): return [.perform(ImportEffect.complete(typed))]
    case .completed(let paths, let typed):
      popups.updateTop { $0.change(ImportSourceSheet.self) { $0.offer(paths, for: typed) } }
    case .read(let wish): return read(wish)
    case .planned(let wish, let outline, let number): show(ImportDraft(wish, outline), number)
    case .failed(let problem, let number): return fail(problem, number)
    case .giveUp:
      imports.number += 1
      closeReading()
      return [.perform(ImportEffect.cancel)]
    case .move(let step): imports.draft?.cursor.move(step)
    case .select(let line): imports.draft?.cursor.select(line)
    case .toggle: imports.draft?.toggle()
    case .fold: imports.draft?.fold()
    case .unfold: imports.draft?.unfold()
    case .setTarget(let target): return setTarget(target)
    case .make: return make()
    case .made(let made, let leftOut): return show(made, leftOut: leftOut)
    case .stopWriting: return stopWriting()
    case .notMade(let problem):
      closeWriting()
      return problem.map { [.then(.failed($0))] } ?? [.say(.done("Stopped: nothing was written."))]
    }
    return []
  }

  private mutating func read(_ wish: ImportWish) -> [Effect] {
    imports.number += 1
    popups.removeAll { $0.sheet is ImportSheet }
    let progress = ImportProgress()
    popups.push(Popup(ImportReadingSheet(wish.source, progress)))
    return [.perform(ImportEffect.plan(wish, progress, number: imports.number))]
  }

  private mutating func closeReading() { popups.removeAll { $0.sheet is ImportReadingSheet } }

  private mutating func show(_ draft: ImportDraft, _ number: Int) {
    guard number == imports.number else { return }
    closeReading()
    imports.draft = draft
    popups.push(Popup(ImportSheet()))
  }

  private mutating func fail(_ problem: Problem, _ number: Int) -> [Effect] {
    guard number == imports.number else { return [] }
    closeReading()
    return [.then(.failed(problem))]
  }

  mutating func showNotes() {
    guard let notes = imports.draft?.outline.notes, !notes.isEmpty else {
      notice = .refused("Everything is taken over.")
      return
    }
    popups.push(Popup(ImportNotesSheet(notes)))
  }

  mutating func askTarget() {
    guard let outline = imports.draft?.outline else { return }
    ask(ImportTargetForm(outline: outline))
  }

  private mutating func setTarget(_ target: String) -> [Effect] {
    guard var wish = imports.draft?.wish else { return [] }
    wish.into = target
    return read(wish)
  }

  private mutating func make() -> [Effect] {
    guard let draft = imports.draft else { return [] }
    let progress = WritingProgress()
    popups.push(Popup(ImportWritingSheet(progress)))
    return [.perform(ImportEffect.make(draft, progress))]
  }

  private func stopWriting() -> [Effect] {
    guard let sheet = popups.top?.sheet as? ImportWritingSheet else { return [] }
    return sheet.progress.stop() ? [] : [.say(.refused("All is written, and is being put in its place."))]
  }

  private mutating func closeWriting() { popups.removeAll { $0.sheet is ImportWritingSheet } }

  private mutating func show(_ made: ImportMade, leftOut: Int) -> [Effect] {
    imports.draft = nil
    closeWriting()
    let left = leftOut == 0 ? "" : ", \(leftOut) left out"
    let kept =
      made.credentials == 0 ? "" : " \(made.credentials.counted("credential")) encrypted on this machine."
    let files = made.counts == ImportCounts() ? "" : " \(made.counts.words)."
    let words = "Imported \(made.requests.count.counted("request")) into \(made.target)\(left).\(files)\(kept)"
    var effects: [Effect] = [.then(.workspace(.changed(made.snapshot))), .then(.navigation(.show(.requests)))]
    if let first = made.requests.first { effects.append(.then(.request(.open(first, focus: .composer)))) }
    return effects + [.say(Notice.done(words).logged())]
  }
}
