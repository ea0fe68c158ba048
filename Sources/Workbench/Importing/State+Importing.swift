import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Imports files of other tools: an OpenAPI description, a collection, a recording.
indirect enum ImportAction: Sendable {
  /// Asks for a path, a URL or a text.
  case ask
  case complete(String)
  case completed([String], for: String)
  case read(ImportWish)
  /// - number: of the reading; one that was given up is no longer wanted.
  case planned(ImportWish, ImportOutline, number: Int)
  case failed(Problem, number: Int)
  case giveUp
  case move(ListCursor.Step)
  case select(Int)
  case toggle, fold, unfold
  case setTarget(String)
  case make
  case made(ImportMade, leftOut: Int)
  /// Stops the writing; it is told when it has ended.
  case stopWriting
  /// It was stopped before anything was written, or has failed.
  case notMade(Problem?)
}

/// The state of an import.
struct ImportState: Sendable {
  var draft: ImportDraft?
  /// How often something was read.
  fileprivate(set) var number = 0
}

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

  /// Whether something is read of which more comes by and by.
  var isReadingImport: Bool { popups.top?.sheet is ImportReadingSheet || popups.top?.sheet is ImportWritingSheet }

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

/// Effects of importing.
enum ImportEffect: ServiceEffect {
  case complete(String)
  case plan(ImportWish, ImportProgress, number: Int)
  case cancel
  case make(ImportDraft, WritingProgress)

  var lane: Lane? {
    switch self {
    case .complete: Lane("paths", keepsOnlyNewest: true)
    case .make: Lane("tree", outlivesTheScreen: true)
    case .plan, .cancel: nil
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .complete(let typed): [.importing(.completed(await services.workspace.paths(completing: typed), for: typed))]
    case .plan(let wish, let progress, let number):
      [await ImportProgress.$current.withValue(progress) { await plan(wish, number, services) }]
    case .cancel: await cancel(services)
    case .make(let draft, let progress): [await make(draft, progress, services)]
    }
  }

  /// The pop-up that waits goes away, whatever comes of it.
  private func make(_ draft: ImportDraft, _ progress: WritingProgress, _ services: Services) async -> Action {
    do {
      let made = try await services.workspace.makeImport(draft.wish, leaving: draft.leftOut, progress)
      return .importing(
        made.map { .made($0, leftOut: draft.requests.all - draft.requests.taken) } ?? .notMade(nil))
    } catch {
      return .importing(.notMade(Problem(error, hiding: services.secrets)))
    }
  }

  /// The pop-up that waits goes away, whatever comes of it.
  private func plan(_ wish: ImportWish, _ number: Int, _ services: Services) async -> Action {
    do {
      return .importing(.planned(wish, try await services.workspace.planImport(wish), number: number))
    } catch {
      return .importing(.failed(Problem(error, hiding: services.secrets), number: number))
    }
  }

  private func cancel(_ services: Services) async -> [Action] {
    await services.workspace.cancelImport()
    return []
  }
}
