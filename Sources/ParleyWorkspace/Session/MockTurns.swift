internal import ParleyEngine
internal import ParleyFiles

/// Counts how often each mock has replied: its replies come in sequence, and the last one stays.
final class MockTurns: Sendable {
  private let counts = Lock<[ExactString: Int]>([:])

  /// Begins all sequences again.
  func reset() { counts.withLock { $0 = [:] } }

  /// The number of replies of a mock so far.
  func count(of mock: WorkspaceMock) -> Int { counts.withLock { $0[Self.place(of: mock)] ?? 0 } }

  /// The number of its next reply, from 1.
  func next(of mock: WorkspaceMock) -> Int {
    let place = Self.place(of: mock)
    return counts.withLock { counts in
      counts[place, default: 0] += 1
      return counts[place, default: 1]
    }
  }

  private static func place(of mock: WorkspaceMock) -> ExactString { ExactString("\(mock.file)#\(mock.index)") }
}
