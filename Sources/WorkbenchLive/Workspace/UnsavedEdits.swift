import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
import WorkbenchServices

/// Names of variables and shared keys in what is not saved yet.
struct UnsavedEdits: Sendable {
  private let drafts: Drafts
  private let workspace: Workspace

  init(in session: Session) {
    (drafts, workspace) = (session.store.drafts, session.workspace)
  }

  func renamed(_ draft: RequestDraft, by renaming: Renaming) -> RequestDraft { draft.renaming(renaming) }

  func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) -> String {
    NameReplacement(renaming).applied(to: GroupText(text, ofGroup: id), ofGroup: id, in: workspace)
  }

  /// In the drafts that the store keeps.
  func rename(by renaming: Renaming) async throws {
    for entry in try await drafts.all() {
      guard let kept = try? await drafts.load(entry.request),
        let content = kept.renaming(renaming, in: workspace), content != kept.content
      else { continue }
      try await drafts.save(entry.request, content: content, baseHash: kept.baseHash)
    }
  }

  /// The requests and groups with unsaved edits, by the names of the variables that the edits use.
  func byVariable() async throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for entry in try await drafts.all() {
      guard let kept = try? await drafts.load(entry.request) else { continue }
      for name in kept.variableNames(in: workspace) { found[name, default: []].append(kept.title) }
    }
    return found
  }
}

extension Draft {
  private var edits: KeptRequestDraft? { KeptRequestDraft(self) }

  /// A group's id and text.
  private var group: (id: String, draft: KeptGroupDraft)? {
    guard let draft = KeptGroupDraft(self) else { return nil }
    return (String(request.dropFirst(KeptGroupDraft.key(of: "").count)), draft)
  }

  fileprivate var title: String { group?.id ?? (Drafts.isScratch(request) ? "scratch" : request) }

  fileprivate func renaming(_ renaming: Renaming, in workspace: Workspace) -> [UInt8]? {
    if let group {
      let change = NameReplacement(renaming)
      func renamed(_ text: String) -> String {
        change.applied(to: GroupText(text, ofGroup: group.id), ofGroup: group.id, in: workspace)
      }
      return try? KeptGroupDraft(text: renamed(group.draft.text), base: renamed(group.draft.base)).content()
    }
    return edits.flatMap { kept in
      try? KeptRequestDraft(draft: kept.draft.renaming(renaming), base: kept.base?.renaming(renaming)).content()
    }
  }

  fileprivate func variableNames(in workspace: Workspace) -> Set<String> {
    if let group {
      return VariableNames.used(by: GroupText(group.draft.text, ofGroup: group.id), ofGroup: group.id, in: workspace)
    }
    return edits?.draft.variableNames ?? []
  }
}

extension RequestDraft {
  fileprivate func renaming(_ renaming: Renaming) -> RequestDraft {
    let change = NameReplacement(renaming)
    var draft = mapTexts(change.applied(toTemplatesOf:))
    draft.expectedHeaders = draft.expectedHeaders.map {
      DraftRow($0.name, change.applied(toTemplatesOf: $0.value), isOn: $0.isOn)
    }
    draft.expectedFilters = draft.expectedFilters.map(change.applied(toFilter:))
    guard renaming.kind == .sharedKey else { return draft }
    draft.captures = draft.captures.map {
      DraftRow($0.name.isIdentical(to: renaming.old) ? renaming.new : $0.name, $0.value, isOn: $0.isOn)
    }
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
