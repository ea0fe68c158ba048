import ParleyEngine
package import WorkbenchServices

/// Keeps what is typed into editors, on disk before the next key's, and finds what others have left.
package enum EditorDraftEffect: ServiceEffect {
  case find
  case keep(EditorDraft)
  case drop(EditorDraft.Place)
  case forget(LeftDraft.ID)
  case noteOffered([LeftDraft])

  package var lane: Lane? {
    switch self {
    case .find: nil
    case .keep(let draft): Lane("editor \(draft.place)", keepsOnlyNewest: true, outlivesTheScreen: true)
    case .drop(let place): Lane("editor \(place)", keepsOnlyNewest: true, outlivesTheScreen: true)
    case .forget, .noteOffered: Lane("left drafts", outlivesTheScreen: true)
    }
  }

  /// A draft that cannot be kept is reported in the log, not at every keystroke.
  package var isAskedFor: Bool { false }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .find: return [.editors(.found(try await services.person.leftDrafts()))]
    case .keep(let draft): try await services.person.keep(draft)
    case .drop(let place): try await services.person.drop(place)
    case .forget(let id): try await services.person.forget(id)
    case .noteOffered(let drafts): try await services.person.noteOffered(drafts)
    }
    return []
  }
}
