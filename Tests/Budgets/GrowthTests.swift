import TestSupport
import Testing

/// Work on many things takes instructions for each of them, and not for each pair of them.
@Suite("Work on twice as much takes no more than twice the instructions", .serialized, .timeLimit(.minutes(10)))
struct GrowthTests {
  /// With so many of them a cost for each pair would be as large as that for each.
  @Test(
    "of shared keys, their ciphers, and steps",
    arguments: [("growing-batch", 1000), ("growing-store", 100), ("growing-ciphers", 120), ("growing-steps", 150)])
  func doubled(_ work: String, _ size: Int) async throws {
    let (once, twice) = (try await count(work, size), try await count(work, 2 * size))
    let percent = twice * 100 / once
    #expect(
      percent <= 225,
      "\(work): \(twice) instructions for \(2 * size), \(percent) % of the \(once) for \(size). Find what is done for each pair."
    )
  }

  private func count(_ work: String, _ size: Int) async throws -> Int {
    try await withTemporaryDirectory { folder in
      try CountedWorkspace.write(to: folder)
      let counts = try await InstructionCount().betweenRequests(of: "parley-counts", [work, "\(size)", folder.path])
      guard let least = counts.min() else { throw SupportError("\(work) was not counted.") }
      return least
    }
  }
}
