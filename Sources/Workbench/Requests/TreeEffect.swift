import ParleyModel
import WorkbenchServices
import WorkbenchState

/// The effects on the files of requests and groups as such.
indirect enum TreeEffect: ServiceEffect {
  /// With what is on screen of the file that it is about.
  case name(NameQuestion, ListedFile, ListedDraft)
  /// In the files too that name it.
  case move(ListedFile, to: ListedFile, everywhere: Bool, ListedDraft)
  case delete(ListedFile)
  /// Looks at what names a folder, before it is deleted.
  case lookBeforeDeleting(ListedFile)
  /// Several requests at once, with the files that name them.
  case many(TreeWork.Piece)
  /// Takes back what was deleted, moved or renamed last.
  case undo
  /// Looks at what names some requests, before they are deleted.
  case lookBeforeDeletingMany([RequestID])
  case keepScratch(RequestDraft, RequestID, folder: String)

  var lane: Lane? { Lane("tree", outlivesTheScreen: true) }

  /// Keys typed meanwhile are meant for what comes of it: a question, or the file that is opened. Work on many is stopped with
  /// Esc.
  var mayAsk: Bool { if case .many = self { false } else { true } }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .name(.new, let new, _):
      return [.tree(.changed(try await services.create(new), gone: nil, open: new))]
    case .name(.move(let file), let new, let draft):
      guard file != new else { return [] }
      let files = try await services.filesNaming(file)
      guard files.isEmpty else { return [.tree(.askMove(file, to: new, in: files))] }
      return try await Self.move(file, to: new, everywhere: false, draft, services)
    case .move(let file, let new, let everywhere, let draft):
      return try await Self.move(file, to: new, everywhere: everywhere, draft, services)
    case .name(.duplicate(let file), let new, let draft):
      let snapshot = try await services.duplicate(file, as: new)
      let written = try await draft.written(to: new, copying: file, with: services)
      return [.tree(.changed(written ?? snapshot, gone: nil, open: new))]
    case .name(.keep(let draft), let new, _):
      let snapshot = try await services.workspace.createFromScratch(draft, as: new.request)
      return [.tree(.changed(snapshot, gone: .request(.scratch), open: new))]
    case .delete(let file):
      return [.tree(.changed(try await services.delete(file), gone: file, open: nil))]
    case .lookBeforeDeleting(let file):
      return [.tree(.confirmDelete(file, naming: try await services.filesNaming(file)))]
    case .many(let piece): return [await Self.perform(piece, services)]
    case .undo: return [.tree(.undone(try await services.workspace.undoFiles()))]
    case .lookBeforeDeletingMany(let ids):
      return [.tree(.confirmDeleteMany(ids, naming: try await services.workspace.filesNaming(ids)))]
    case .keepScratch(let draft, let id, let folder):
      let snapshot = try await services.workspace.keepScratch(draft, as: id, in: folder)
      let saved = try await services.requests.load(id).saved
      return [
        .tree(.changed(snapshot, gone: .request(.scratch), open: .request(id))), .request(.askPlaces(id, saved)),
      ]
    }
  }

  private static func perform(_ piece: TreeWork.Piece, _ services: Services) async -> Action {
    do {
      let snapshot =
        switch piece.job {
        case .move(let folder): try await services.workspace.move(piece.ids, of: piece.all, into: folder)
        case .delete: try await services.workspace.delete(piece.ids, of: piece.all)
        }
      return .tree(.changedMany(snapshot, gone: piece.ids))
    } catch {
      return .tree(.manyFailed(Problem(error, hiding: services.secrets)))
    }
  }

  /// Moves a file. Its unsaved edits are kept first, so that they move with it.
  private static func move(
    _ file: ListedFile, to new: ListedFile, everywhere: Bool, _ draft: ListedDraft, _ services: Services
  ) async throws -> [Action] {
    try await draft.kept(as: file, with: services)
    return [.tree(.changed(try await services.move(file, to: new, everywhere: everywhere), gone: file, open: new))]
  }
}

// The same of both kinds of files.
extension Services {
  fileprivate func create(_ file: ListedFile) async throws -> WorkspaceSnapshot {
    switch file.kind {
    case .request: try await workspace.create(.new, as: file.request)
    case .group: try await groups.createGroup(file.name)
    // A folder is made with the first request in it.
    case .folder: try await workspace.read()
    }
  }

  fileprivate func filesNaming(_ file: ListedFile) async throws -> [String] {
    switch file.kind {
    case .request: try await workspace.filesNaming(file.request)
    case .group: try await groups.filesNaming(group: file.name)
    case .folder: try await workspace.filesNaming(folder: file.name)
    }
  }

  fileprivate func move(_ file: ListedFile, to new: ListedFile, everywhere: Bool) async throws -> WorkspaceSnapshot {
    switch file.kind {
    case .request: try await workspace.move(file.request, to: new.request, everywhere: everywhere)
    case .group: try await groups.moveGroup(file.name, to: new.name, everywhere: everywhere)
    case .folder: try await workspace.move(folder: file.name, to: new.name, everywhere: everywhere)
    }
  }

  fileprivate func duplicate(_ file: ListedFile, as new: ListedFile) async throws -> WorkspaceSnapshot {
    switch file.kind {
    case .request: try await workspace.duplicate(file.request, as: new.request)
    case .group: try await groups.duplicateGroup(file.name, as: new.name)
    case .folder: try await workspace.read()
    }
  }

  fileprivate func delete(_ file: ListedFile) async throws -> WorkspaceSnapshot {
    switch file.kind {
    case .request: try await workspace.delete(file.request)
    case .group: try await groups.deleteGroup(file.name)
    case .folder: try await workspace.delete(folder: file.name)
    }
  }
}
