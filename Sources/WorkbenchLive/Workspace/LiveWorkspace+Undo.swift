import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

/// The deletions, moves and renames of this run of the program in the workspace's files, so that they can be taken back.
struct FilesHistory: Sendable {
  private static let most = 100
  private var steps: [FilesStep] = []

  /// - Parameter joins: whether it is one with the step before it.
  mutating func note(_ step: FilesStep, joins: Bool = false) {
    guard !step.isEmpty else { return }
    if joins, !steps.isEmpty { return steps[steps.count - 1].add(step) }
    steps = steps.suffix(Self.most - 1) + [step]
  }

  var last: FilesStep? { steps.last }
  mutating func dropLast() { _ = steps.popLast() }
}

extension LiveOwner {
  func note(_ step: FilesStep, joins: Bool = false) { state.withLock { $0.filesHistory.note(step, joins: joins) } }
}

extension LiveWorkspace {
  package func undoFiles() async throws -> FilesUndone {
    guard let step = state.withLock({ $0.filesHistory.last }) else {
      throw Problem(code: "files.nothingToUndo", "No file was deleted, moved or renamed here that could be put back.")
    }
    try await session.files.undo(step)
    state.withLock { $0.filesHistory.dropLast() }
    var undone = FilesUndone(try await snapshot(), said: step.saidWhenUndone)
    undone.requestsBack = step.taken.compactMap(Self.request)
    undone.requestsGone = step.made.compactMap(Self.request)
    undone.groupsBack = step.taken.compactMap { $0.id(in: "groups/") }
    undone.groupsGone = step.made.compactMap { $0.id(in: "groups/") }
    return undone
  }

  private static func request(_ file: String) -> RequestID? {
    file.id(in: "requests/").flatMap { $0.lastPathPart == "folder" ? nil : RequestID(rawValue: $0) }
  }
}

extension FilesStep {
  /// `deleting requests/user/login.yaml`
  var words: String {
    made.isEmpty ? "deleting \(names)" : "moving \(names)"
  }

  fileprivate var saidWhenUndone: String {
    made.isEmpty ? "Put back \(names)." : "Moved back \(names)."
  }

  private var names: String { taken.count == 1 ? taken[0] : taken.count.counted("file") }
}

extension String {
  /// The name of a file of a kind; nil for one of another kind.
  fileprivate func id(in folder: String) -> String? {
    guard hasPrefix(folder), hasSuffix(".yaml") else { return nil }
    return String(dropFirst(folder.count).dropLast(".yaml".count))
  }
}
