package import ParleyModel
package import WorkbenchServices

/// Files that come and go.
package indirect enum TreeAction: Sendable {
  case askName(NameQuestion)
  case name(NameQuestion, ListedFile)
  /// These files name it by its id.
  case askMove(ListedFile, to: ListedFile, in: [String])
  case move(ListedFile, to: ListedFile, everywhere: Bool)
  case askDelete(ListedFile)
  /// These files name what is to be deleted.
  case confirmDelete(ListedFile, naming: [String])
  case moveMany([RequestID], into: String)
  /// A piece of the work on several has failed.
  case manyFailed(Problem)
  case undo
  case undone(FilesUndone)
  case askDeleteMany
  case confirmDeleteMany([RequestID], naming: [String])
  case deleteMany([RequestID])
  case changedMany(WorkspaceSnapshot, gone: [RequestID])
  case delete(ListedFile)
  /// Files have come or gone; one of them may be wanted open.
  case changed(WorkspaceSnapshot, gone: ListedFile?, open: ListedFile?)
}

extension Chains {
  /// The requests among what is marked, in the order of their marking.
  package var markedRequests: [RequestID] {
    marks.compactMap { if case .request(let id) = $0 { id } else { nil } }
  }
}
