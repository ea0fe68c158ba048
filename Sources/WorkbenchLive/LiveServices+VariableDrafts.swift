import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
package import Workbench

// Variables in what is not saved yet.
extension LiveServices {
  package func renamed(_ draft: RequestDraft, by renaming: VariableRenaming) async -> RequestDraft {
    draft.renaming(VariableRename(renaming.old, to: renaming.new))
  }

  package func renamed(_ text: String, ofGroup id: String, by renaming: VariableRenaming) async -> String {
    VariableRename(renaming.old, to: renaming.new).applied(
      to: GroupText(text, ofGroup: id), ofGroup: id, in: session.workspace)
  }

  /// In the drafts that the store keeps.
  func renameInKeptDrafts(_ renaming: VariableRenaming) async throws {
    let session = session
    let rename = VariableRename(renaming.old, to: renaming.new)
    for entry in try await session.store.drafts.all() {
      guard let kept = try? await session.store.drafts.load(entry.request),
        let content = kept.renaming(rename, in: session.workspace), content != kept.content
      else { continue }
      try await session.store.drafts.save(entry.request, content: content, baseHash: kept.baseHash)
    }
  }
}

extension Session {
  /// The requests and groups with unsaved edits, by the names of the variables that the edits use.
  func draftsByVariable() async throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for entry in try await store.drafts.all() {
      guard let kept = try? await store.drafts.load(entry.request) else { continue }
      for name in kept.variableNames(in: workspace) { found[name, default: []].append(kept.title) }
    }
    return found
  }
}

extension Draft {
  private var edits: RequestDraft? { try? JSONValue(parsing: content).decode(RequestDraft.self) }

  /// A group's id and text.
  private var group: (id: String, draft: KeptGroupDraft)? {
    guard let draft = KeptGroupDraft(self) else { return nil }
    return (String(request.dropFirst(KeptGroupDraft.key(of: "").count)), draft)
  }

  fileprivate var title: String { group?.id ?? request }

  fileprivate func renaming(_ rename: VariableRename, in workspace: Workspace) -> [UInt8]? {
    if let group {
      func renamed(_ text: String) -> String {
        rename.applied(to: GroupText(text, ofGroup: group.id), ofGroup: group.id, in: workspace)
      }
      return try? KeptGroupDraft(text: renamed(group.draft.text), base: renamed(group.draft.base)).content()
    }
    return edits.flatMap { draft in
      (try? JSONValue(encoding: draft.renaming(rename))).map(JSONPrinter.compact.bytes(of:))
    }
  }

  fileprivate func variableNames(in workspace: Workspace) -> Set<String> {
    if let group {
      return VariableNames.used(by: GroupText(group.draft.text, ofGroup: group.id), ofGroup: group.id, in: workspace)
    }
    return edits?.variableNames ?? []
  }
}

extension RequestDraft {
  fileprivate func renaming(_ rename: VariableRename) -> RequestDraft {
    var draft = mapTexts(rename.applied(toTemplatesOf:))
    draft.expectedHeaders = draft.expectedHeaders.map {
      DraftRow($0.name, rename.applied(toTemplatesOf: $0.value), isOn: $0.isOn)
    }
    draft.expectedFilters = draft.expectedFilters.map(rename.applied(toFilter:))
    return draft
  }

  fileprivate var variableNames: Set<String> {
    var names: Set<String> = []
    _ = mapTexts { text in
      names.formUnion(VariableNames.used(inTemplatesOf: text))
      return text
    }
    for row in expectedHeaders { names.formUnion(VariableNames.used(inTemplatesOf: row.value)) }
    for filter in expectedFilters { names.formUnion(VariableNames.used(inFilter: filter)) }
    return names
  }
}
