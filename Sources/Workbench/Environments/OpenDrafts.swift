import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices

extension Lane {
  /// The lane of everything that reads the files of open items again, or changes them under unsaved edits. A file is
  /// not read between its change and that of the edits, because it would then look as if somebody else had changed it.
  static let openFiles = Lane("open files", outlivesTheScreen: true)
}

/// Unsaved edits that are open while something is changed in the files they were made from.
struct OpenDrafts: Sendable {
  var requests: [RequestID: RequestDraft] = [:]
  /// The texts of groups.
  var groups: [String: String] = [:]

  /// The actions that follow a change of the files. A renamed value is renamed in the edits first, so that they are
  /// based on the files as they are now.
  func following(
    _ outcome: EnvironmentOutcome, with services: Services,
    _ action: (EnvironmentOutcome) -> EnvironmentAction
  ) async throws -> [Action] {
    guard case .done(_, _, _, let renaming?) = outcome else { return [.environments(action(outcome))] }
    return [.environments(.renamed(await renamed(by: renaming, with: services))), .environments(action(outcome))]
  }

  /// The edits with a new name in them, on the files as they are now.
  func renamed(by renaming: Renaming, with services: Services) async -> RenamedDrafts {
    var renamed = RenamedDrafts()
    for (id, draft) in requests {
      guard var loaded = try? await services.requests.load(id) else { continue }
      loaded.draft = await services.workspace.renamed(draft, by: renaming)
      renamed.requests.append((id, draft, loaded))
    }
    for (id, text) in groups {
      guard let loaded = try? await services.groups.loadGroup(id) else { continue }
      let new = await services.workspace.renamed(text, ofGroup: id, by: renaming)
      renamed.groups.append((text, new, loaded, await services.groups.read(new, asGroup: id)))
    }
    return renamed
  }
}

/// Edits in which a name was changed, each with what it was made of.
struct RenamedDrafts: Sendable {
  var requests: [(id: RequestID, before: RequestDraft, loaded: LoadedRequest)] = []
  var groups: [(before: String, text: String, loaded: LoadedGroup, reading: GroupReading)] = []
}

extension State {
  /// The open items that have unsaved edits.
  var openDrafts: OpenDrafts {
    var drafts = OpenDrafts()
    for composer in tabs.all.map(\.composer) where composer.isDirty {
      drafts.requests[composer.request] = composer.draft
    }
    for draft in groups.drafts.all where draft.isDirty { drafts.groups[draft.group] = draft.text }
    return drafts
  }

  /// Edits that were made meanwhile stay as they are.
  mutating func take(_ renamed: RenamedDrafts) -> [Effect] {
    var effects: [Effect] = []
    for (id, before, loaded) in renamed.requests where tabs[id]?.composer.draft == before {
      effects += updateComposer(id, .loaded(loaded))
      if let draft = loaded.draft {
        effects.append(.perform(Composer.DraftEffect.keep(draft, of: id, over: loaded.saved)))
      }
    }
    for (before, text, loaded, reading) in renamed.groups where groups.drafts[loaded.id]?.text == before {
      effects += groups.take(text, reading, on: loaded)
    }
    return effects
  }
}

extension GroupsScreen {
  /// Goes on with another text, on top of what the file says now.
  fileprivate mutating func take(_ text: String, _ reading: GroupReading, on loaded: LoadedGroup) -> [Effect] {
    let version = version(of: loaded.id)
    drafts.change(loaded.id) { draft in
      draft.settle(on: loaded)
      draft.change(to: text, reading, from: version)
    }
    return keep(loaded.id)
  }
}
