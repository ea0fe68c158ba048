import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit
package import WorkbenchServices

/// The changes of environments in this run of the program, so that they can be taken back.
struct EnvironmentHistory: Sendable {
  struct Entry: Sendable {
    let files: FilesChange
    /// The name that is another by it.
    let renaming: Renaming?

    var reversed: Entry { Entry(files: files.reversed, renaming: renaming?.reversed) }
  }

  private var done: [Entry] = []
  private var undone: [Entry] = []

  mutating func note(_ entry: Entry) {
    guard !entry.files.isEmpty else { return }
    done.append(entry)
    undone = []
  }

  /// The next change to make; nil if there is none.
  func next(_ way: UndoWay) -> Entry? {
    way == .undo ? done.last?.reversed : undone.last
  }

  mutating func move(_ way: UndoWay) {
    if way == .undo { undone.append(done.removeLast()) } else { done.append(undone.removeLast()) }
  }
}

extension LiveWorkspace {
  package func variables() async throws -> VariableTable {
    let session = session
    try await session.reload()
    return try await VariableTable(of: session)
  }

  package func change(_ edit: EnvironmentEdit, over seen: SeenCell?) async throws -> EnvironmentOutcome {
    let session = session
    try await session.reload()
    if let seen, case .set(let name, _, let home) = edit {
      let table = try await VariableTable(of: session)
      let theirs = table[name]?.cells[home]
      guard theirs == seen.cell else { return .conflict(table, theirs: theirs) }
    }
    let kept = try await keepAnswer(that: edit, in: session)
    let made = try await session.environments.edit(edit)
    let entry = EnvironmentHistory.Entry(files: made, renaming: edit.renaming)
    state.withLock { $0.environmentHistory.note(entry) }
    return try await done(entry, saying: Self.sentence(edit, made) + kept)
  }

  package func renamed(_ draft: RequestDraft, by renaming: Renaming) async -> RequestDraft {
    UnsavedEdits(in: session).renamed(draft, by: renaming)
  }

  package func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) async -> String {
    UnsavedEdits(in: session).renamed(text, ofGroup: id, by: renaming)
  }

  package func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome {
    guard let entry = state.withLock({ $0.environmentHistory.next(way) }) else {
      throw Problem(code: "environments.nothing", "There is no change to \(way == .undo ? "undo" : "redo").")
    }
    try await session.environments.make(entry.files)
    state.withLock { $0.environmentHistory.move(way) }
    let files = entry.files.items.map(\.file).joined(separator: ", ")
    return try await done(entry, saying: "\(way == .undo ? "Undid" : "Made again"): \(files).")
  }

  private func done(_ entry: EnvironmentHistory.Entry, saying said: String) async throws -> EnvironmentOutcome {
    if let renaming = entry.renaming { try await UnsavedEdits(in: session).rename(by: renaming) }
    return .done(try await VariableTable(of: session), try await snapshot(), said: said, renamed: entry.renaming)
  }

  /// A text that becomes a question from now on is its first answer, in the environment that is active.
  /// - Returns: a sentence about it, for people.
  private func keepAnswer(that edit: EnvironmentEdit, in session: Session) async throws -> String {
    guard case .set(let name, .asked, .environment(let environment)) = edit,
      environment == session.environmentName,
      let old = session.environment?.definition.vars.first(where: { $0.name.value == name }),
      case .text(let text, _) = old.content.value, !text.isEmpty, !text.hasTemplateMark
    else { return "" }
    try await session.answers.keep(text, to: name, .machine)
    return " Its value is kept encrypted on this machine."
  }

  private static func sentence(_ edit: EnvironmentEdit, _ made: FilesChange) -> String {
    let files = made.items.map(\.file).joined(separator: ", ")
    guard !made.isEmpty else { return "Nothing has changed." }
    return switch edit {
    case .set(let name, _, _): "Set \(name) in \(files)."
    case .remove(let name, _): "Deleted \(name) from \(files)."
    case .copy(let name, let new): "Copied \(name) as \(new) in \(files)."
    case .rename(let name, let new): "Renamed \(name) to \(new) in \(made.items.count.counted("file"))."
    case .create(let new): "Created \(new.name): \(files)."
    case .describe(let name, let new) where name != new.name:
      "Renamed \(name) to \(new.name), with its shared keys, cookies and responses."
    case .duplicate(let name, let new): "Duplicated \(name) as \(new)."
    case .describe, .delete: "Changed \(files)."
    }
  }
}

extension VariableTable {
  /// The workspace's own names first, then those of each environment in turn, and what is used and declared nowhere.
  fileprivate init(of session: Session) async throws {
    let drafts = try await UnsavedEdits(in: session).byVariable()
    let (workspace, secrets) = (session.workspace, session.secrets)
    self.init(environments: workspace.environments.map(EnvironmentSummary.init))
    given = Set(session.given.keys)
    var cells: [String: [VariableHome: VariableCell]] = [:]
    var names: [String] = []
    func add(_ vars: [Variable], _ home: VariableHome) {
      for variable in vars {
        if cells[variable.name.value] == nil { names.append(variable.name.value) }
        cells[variable.name.value, default: [:]][home] = VariableCell(variable.content.value, hiding: secrets)
      }
    }
    add(workspace.definition.vars, .workspace)
    for environment in workspace.environments { add(environment.definition.vars, .environment(environment.name)) }
    var uses: [String: [VariablePlace]] = [:]
    for use in VariableUses(in: workspace).all {
      if cells[use.name] == nil, uses[use.name] == nil { names.append(use.name) }
      uses[use.name, default: []].append(VariablePlace(use.place.file, line: use.place.line))
    }
    rows = names.map { VariableRow($0, cells[$0] ?? [:], uses: uses[$0] ?? [], drafts: drafts[$0] ?? []) }
  }
}

extension VariableCell {
  fileprivate init(_ content: Variable.Content, hiding secrets: KnownSecrets) {
    switch content {
    case .text(let text, _):
      let masked = secrets.masking(text)
      self = .text(masked, isMasked: masked != text)
    case .secret(let source): self.init(source)
    }
  }
}

extension EnvironmentEdit {
  fileprivate var renaming: Renaming? {
    if case .rename(let old, let new) = self { Renaming(.variable, old, to: new) } else { nil }
  }
}
