internal import ParleyEngine
internal import ParleyFiles

/// The shared data of the active environment as templates see it.
final class SharedKnowledge: Sendable {
  /// More keys are not completed as you type.
  private static let mostKnown = 2_000

  private let open: OpenFiles
  private let shared: SharedData
  private let known = Lock(SharedDataSnapshot())

  init(of open: OpenFiles, in shared: SharedData) {
    (self.open, self.shared) = (open, shared)
  }

  var snapshot: SharedDataSnapshot { known.withLock { $0 } }

  /// Reads what templates may want to know of.
  func learn() async {
    guard let page = try? await shared.list(limit: Self.mostKnown) else { return }
    let learned = SharedDataSnapshot(open.workspace, page)
    known.withLock { $0 = learned }
  }

  func note(_ entry: SharedEntry) {
    known.withLock { $0.note(entry) }
  }
}
