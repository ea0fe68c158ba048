import ParleyEngine
package import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// Imports files of other tools: an OpenAPI description, a collection, a recording.
package indirect enum ImportAction: Sendable {
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
package struct ImportState: Sendable {
  package var draft: ImportDraft?
  /// How often something was read.
  package var number = 0
}

extension Popup {
  /// Whether something is read of which more comes by and by.
  var isReadingImport: Bool { sheet is ImportReadingSheet || sheet is ImportWritingSheet }
}

/// Effects of importing.
package enum ImportEffect: ServiceEffect {
  case complete(String)
  case plan(ImportWish, ImportProgress, number: Int)
  case cancel
  case make(ImportDraft, WritingProgress)

  package var lane: Lane? {
    switch self {
    case .complete: Lane("paths", keepsOnlyNewest: true)
    case .make: Lane("tree", outlivesTheScreen: true)
    case .plan, .cancel: nil
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
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
