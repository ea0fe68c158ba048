import Glibc
import TestSupport
import Testing

/// The built programs do their work in as many instructions as `Benchmarks/budgets` allows, with 3 % of room.
///
/// `PARLEY_WRITE_BUDGETS=1 Scripts/test BudgetTests` writes the table anew.
@Suite("Work costs no more instructions than its budget", .serialized, .timeLimit(.minutes(10)))
struct BudgetTests {
  private static let isWriting = getenv("PARLEY_WRITE_BUDGETS") != nil
  private static let rows = (try? BudgetTable().rows) ?? []
  /// Each takes seconds.
  private static let tried = isWriting ? rows : Sample.of(rows, 5)
  private static let counting = Result { try InstructionCount() }

  @Test("a row of the table", arguments: tried)
  func row(_ row: BudgetTable.Row) async throws {
    if Self.isWriting { return try Self.write(try await Self.count(row), for: row) }
    let count = try await Self.leastCount(row)
    let percent = (count - row.budget) * 1000 / row.budget
    let difference = "\(percent < 0 ? "−" : "+")\(abs(percent) / 10).\(abs(percent) % 10) %"
    #expect(
      row.allows(count),
      """
      \(row.name) takes \(count) instructions, \(difference) of its budget of \(row.budget). Find what became heavier (callgrind), or \
      say in the commit why it may, and write the table anew: PARLEY_WRITE_BUDGETS=1 Scripts/test BudgetTests
      """)
    if count * 100 < row.budget * 97 {
      print("\(row.name) takes \(count) instructions (\(difference)): lower its budget.")
    }
  }

  @Test("the table has a row for every case that can be counted")
  func complete() async throws {
    let usage = try await FinishedProcess.run(try Executables.built("parley-counts"), [])
    let cases = usage.outputText.split(separator: " ").first { $0.contains("|") }?.split(separator: "|").map(
      String.init)
    #expect(Set(cases ?? []).union(["version", "check"]) == Set(Self.rows.map(\.name)))
  }

  /// What else the machine does adds instructions, in locks and timers, and takes none away: of three counts the least is the work's
  /// own. Most rows need one.
  private static func leastCount(_ row: BudgetTable.Row) async throws -> Int {
    var least = try await count(row)
    for _ in 0..<2 where !row.allows(least) { least = min(least, try await count(row)) }
    return least
  }

  private static func count(_ row: BudgetTable.Row) async throws -> Int {
    switch row.name {
    case "version": try await counting.get().of("parley", ["--version"])
    case "check": try await counting.get().of("parley", ["check", "-w", "\(Repository.root)/workspaces/demo"])
    default: try await countRounds(row)
    }
  }

  private static let usingServer: Set = ["get", "get-kept", "post", "hit", "hit-stored"]

  /// What goes over the network differs a little each time: the median counts. Of other work the least.
  private static func countRounds(_ row: BudgetTable.Row) async throws -> Int {
    guard let rounds = row.rounds else { throw SupportError("\(row.name) has no rounds.") }
    let counts = try await withTemporaryDirectory { folder in
      try CountedWorkspace.write(to: folder)
      let arguments = [row.name, "\(rounds)", folder.path]
      guard usingServer.contains(row.name) else {
        return try await counting.get().betweenRequests(of: "parley-counts", arguments)
      }
      return try await withDemoServer { server in
        let url = "\(server.url)/\(row.name == "post" ? "echo" : "status/200")"
        return try await counting.get().betweenRequests(of: "parley-counts", arguments + [url])
      }
    }.sorted()
    guard !counts.isEmpty else { throw SupportError("\(row.name) was not counted.") }
    return counts[usingServer.contains(row.name) ? counts.count / 2 : 0] / rounds
  }

  private static func write(_ count: Int, for row: BudgetTable.Row) throws {
    let text = try BudgetTable().replacing(row, by: count)
    guard let file = fopen(BudgetTable.path, "w") else { throw SupportError("Cannot write \(BudgetTable.path)") }
    defer { fclose(file) }
    fputs(text, file)
  }
}

extension BudgetTable.Row {
  /// With 3 % of room.
  fileprivate func allows(_ count: Int) -> Bool { count * 100 <= budget * 103 }
}
