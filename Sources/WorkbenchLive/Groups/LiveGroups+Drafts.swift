internal import ParleyEditing
import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func loadGroup(_ id: String) async throws -> LoadedGroup {
    let session = session
    let kept = try await session.store.drafts.load(KeptGroupDraft.key(of: id)).flatMap(KeptGroupDraft.init)
    return try loaded(id, draft: kept, in: session)
  }

  package func read(_ text: String, asGroup id: String) async -> GroupReading {
    GroupReading(of: live.groupTexts.read(text, ofGroup: id), as: id, in: session.workspace)
  }

  package func change(_ change: GroupChange, in text: String, ofGroup id: String) async throws -> ChangedGroup {
    let edit = try change.applied(to: live.groupTexts.read(text, ofGroup: id))
    let changed = edit.text.text
    live.groupTexts.keep(edit.text, as: changed, ofGroup: id)
    return ChangedGroup(changed, at: edit.paths, GroupReading(of: edit.text, as: id, in: session.workspace))
  }

  package func keepGroupDraft(_ text: String, of id: String, over base: String) async throws {
    let content = try KeptGroupDraft(text: text, base: base).content()
    try await session.store.drafts.save(KeptGroupDraft.key(of: id), content: content)
  }

  package func dropGroupDraft(of id: String) async throws {
    try await session.store.drafts.remove(KeptGroupDraft.key(of: id))
  }

  package func saveGroup(_ text: String, of id: String, over base: String) async throws -> GroupSaveOutcome {
    let session = session
    if let mistake = GroupText(text, ofGroup: id).syntaxMistake { throw GroupEditError.notReadable(mistake) }
    try await session.reload()
    guard let file = GroupFile(id, in: session.workspace) else {
      throw WorkspaceError.unknownGroup(id, in: session.workspace)
    }
    let draft = KeptGroupDraft(text: text, base: base)
    let onDisk = try loaded(id, draft: draft, in: session)
    guard onDisk.saved == base || onDisk.saved == text else { return .changedOnDisk(onDisk) }
    guard try file.saveIfUnchanged(session.credentials.settled(text, ofGroup: id)) else {
      try await session.reload()
      return .changedOnDisk(try loaded(id, draft: draft, in: session))
    }
    try await session.store.drafts.remove(KeptGroupDraft.key(of: id))
    try await session.reload()
    return .saved(try loaded(id, draft: nil, in: session), try await snapshot())
  }

  private func loaded(_ id: String, draft: KeptGroupDraft?, in session: Session) throws -> LoadedGroup {
    guard let file = GroupFile(id, in: session.workspace) else {
      throw WorkspaceError.unknownGroup(id, in: session.workspace)
    }
    let saved = String(decoding: file.source.bytes, as: UTF8.self)
    guard Array(saved.utf8) == file.source.bytes else { throw Problem.notUTF8(file.file) }
    guard let draft, draft.text != saved else { return LoadedGroup(id, file: file.file, saved: saved) }
    return LoadedGroup(
      id, file: file.file, saved: saved, draft: draft.text, base: draft.base == saved ? nil : draft.base)
  }
}

extension GroupFile {
  /// - Returns: whether it was written; not where somebody else has written it a moment ago.
  fileprivate func saveIfUnchanged(_ text: String) throws(SaveError) -> Bool {
    do throws(SaveError) { _ = try save(Array(text.utf8)) } catch {
      guard case .changedOnDisk = error else { throw error }
      return false
    }
    return true
  }
}

extension Problem {
  fileprivate static func notUTF8(_ file: String) -> Problem {
    Problem(code: "group.notUTF8", "\(file) is not UTF-8 text.", advice: "Convert it in an editor.")
  }
}

extension GroupReading {
  /// Reads a group's text as part of a workspace.
  init(of text: GroupText, as id: String, in workspace: Workspace) {
    let workspace = workspace.replacing(group: id, by: text)
    let group = text.syntaxMistake == nil ? workspace.group(id) : nil
    self.init(
      outline: group.map {
        GroupOutline(
          $0, in: workspace, broken: workspace.filesWithErrors, warned: workspace.filesWithWarnings)
      },
      mistakes: workspace.mistakes(inGroup: id).map {
        StepMistake(text.path(around: $0.place.range.lowerBound), FileMistake($0))
      },
      lines: text.lines)
  }
}
