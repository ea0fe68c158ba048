internal import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

/// The change of files that deleting, moving or renaming has made: enough to put them back.
///
/// ```swift
/// let step = try await session.files.delete(folder: "cart")
/// try await session.files.undo(step)
/// ```
package struct FilesStep: Sendable {
  /// A request or a group that has another name.
  struct Move: Sendable {
    let kind: BegunRename.Kind
    let old: String
    let new: String
  }

  /// A group's lines beside the store.
  struct GroupLines: Sendable {
    let group: String
    let ignored: [String]
    let watched: [String]
  }

  fileprivate private(set) var change: FilesChange
  /// In the order in which they were made.
  fileprivate private(set) var moves: [Move]
  /// Unsaved edits that went with their files.
  fileprivate private(set) var drafts: [Draft]
  fileprivate private(set) var lines: [GroupLines]

  init(
    _ change: FilesChange = FilesChange([]), moves: [Move] = [], drafts: [Draft] = [], lines: [GroupLines] = []
  ) {
    (self.change, self.moves, self.drafts, self.lines) = (change, moves, drafts, lines)
  }

  package var isEmpty: Bool { change.isEmpty }
  /// The files that come back when it is undone.
  package var taken: [String] { change.items.filter { $0.after == nil }.map(\.file) }
  /// The files that go away when it is undone.
  package var made: [String] { change.items.filter { $0.before == nil }.map(\.file) }

  /// Makes it one with what was done after it.
  package mutating func add(_ next: FilesStep) {
    change = change.followed(by: next.change)
    moves += next.moves
    drafts += next.drafts
    lines += next.lines
  }
}

extension WorkspaceFiles {
  /// Puts files back as they were, byte for byte, with what is kept of them. All of them, or none.
  /// - Throws: `SaveError` if one of them has changed since, or if something else is in its place.
  package func undo(_ step: FilesStep) async throws {
    let moves = step.moves.reversed()
    var begun: BegunRename?
    if let first = moves.first {
      begun = try await begin(
        first.kind, from: first.new, to: first.old, FilesChange([]), more: moves.dropFirst().map { [$0.new, $0.old] })
    }
    do { try step.change.reversed.make(in: session.workspace.root) } catch {
      begun?.end()
      throw error
    }
    for file in step.made { MovedFiles(in: session.workspace).removeEmptyFolders(around: file) }
    try await session.reload()
    for move in moves { try await moveKept(move.kind, from: move.new, to: move.old) }
    begun?.end()
    for draft in step.drafts where (try? await session.store.drafts.load(draft.request)) == nil {
      try await session.store.drafts.save(draft.request, content: draft.content, baseHash: draft.baseHash)
    }
    for lines in step.lines {
      try session.runs.ignoredPaths.keep(lines.ignored, of: lines.group)
      try session.runs.watched.keep(lines.watched, of: lines.group)
    }
  }

  /// Deletes a group with its unsaved edits. Its runs stay.
  package func delete(group id: String) async throws -> FilesStep {
    let key = Self.draftKey(ofGroup: id)
    let draft = try? await session.store.drafts.load(key)
    let lines = FilesStep.GroupLines(
      group: id, ignored: try session.runs.ignoredPaths.lines(of: id), watched: try session.runs.watched.lines(of: id))
    let change = try deleteGroup(id)
    try await session.store.drafts.remove(key)
    try await session.reload()
    try session.runs.ignoredPaths.remove(id)
    try session.runs.watched.remove(id)
    return FilesStep(change, drafts: draft.map { [$0] } ?? [], lines: [lines])
  }
}
