import TestSupport
import Testing

/// Work on many things takes instructions for each of them, and not for each pair of them.
@Suite("Work on twice as much takes no more than twice the instructions", .serialized, .timeLimit(.minutes(10)))
struct GrowthTests {
  private static let counting = Result { try InstructionCount() }

  /// With so many of them a cost for each pair would be half of that for each: twice as many would take 267 %.
  @Test(
    "of shared keys, their ciphers, steps, and operations of a description",
    arguments: Sample.of(
      [
        ("growing-batch", 120), ("growing-store", 30), ("growing-ciphers", 60), ("growing-steps", 40),
        ("growing-import", 5),
      ], 1))
  func doubled(_ work: String, _ size: Int) async throws {
    let counts = try await counts(work, size)
    let (once, twice) = (counts[0], try #require(counts.dropFirst().first))
    let percent = twice * 100 / once
    #expect(
      percent <= 225,
      "\(work): \(twice) instructions for \(2 * size), \(percent) % of the \(once) for \(size). Find what is done for each pair."
    )
  }

  /// So 500 operations of Stripe's open as fast as 3,000 plain requests, for which there is a budget.
  @Test("a request with a nested form is read in the instructions of six plain ones")
  func forms() async throws {
    let (forms, plain) = (try await counts("opening-forms", 5)[0], try await counts("opening-plain", 30)[0])
    #expect(forms <= plain, "\(forms) instructions for 5 forms, and \(plain) for 30 plain requests")
  }

  /// At least one.
  private func counts(_ work: String, _ size: Int) async throws -> [Int] {
    try await withTemporaryDirectory { folder in
      try CountedWorkspace.write(to: folder)
      let counts = try await Self.counting.get().betweenRequests(of: "parley-counts", [work, "\(size)", folder.path])
      guard !counts.isEmpty else { throw SupportError("\(work) was not counted.") }
      return counts
    }
  }
}
