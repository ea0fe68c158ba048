import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import WorkbenchLive
@testable import WorkbenchServices

/// Shared data has tests of its own, over a real session: here are names alone.
struct FakeShared: SharedDataServices, FakePart {
  let fake: FakeServices

  func sharedKeys(_ query: SharedKeysQuery) async throws -> SharedKeysWindow {
    let rows = snapshot.sharedNames.filter { query.filter.isEmpty || $0.contains(query.filter) }.map { name in
      SharedRow(
        key: SharedKey(name), sequence: 1, kind: .text, isSecret: false, at: BenchUnderTest.start, isRestored: false)
    }
    return SharedKeysWindow(total: rows.count, rows: rows)
  }

  func findShared(_ query: SharedValuesQuery) async throws -> SharedValuesFound {
    SharedValuesFound(rows: [], lookedAt: 0, locked: 0, next: nil)
  }

  func sharedKey(_ name: String, at moment: ShownMoment?) async throws -> SharedKeyDetail? { nil }
  func perform(_ intent: SharedDataIntent) async throws -> SharedDataOutcome { .done(nil) }

  func sharedKeys(matching filter: String, prefix: String) async throws -> [SharedKey] {
    snapshot.sharedNames.filter { $0.hasPrefix(prefix) }.map { SharedKey($0) }
  }

  func sharedFacts(
    below prefix: String, matching filter: String, at moment: ShownMoment?
  ) async throws -> SharedGroupFacts {
    SharedGroupFacts(prefix: prefix)
  }

  func deletion(of names: [String]) async throws -> SharedDeletion { SharedDeletion(names) }

  func perform(_ intent: SharedBatchIntent) async throws -> SharedBatchOutcome {
    .done(SharedBatchResult(intent.names))
  }

  func compareShared(_ left: SharedSide, _ right: SharedSide) async throws -> SharedTable {
    SharedTable("", left: "", right: "", rows: [])
  }

  func compareShared(acrossEnvironments name: String) async throws -> SharedTable {
    SharedTable("", left: "", right: "", rows: [])
  }

  func compareShared(_ values: SharedValuesIntent) async throws -> SharedValuesOutcome { .compared(.init()) }
  func sharedSnapshots() async throws -> SharedSnapshotList { SharedSnapshotList([]) }
  func ciphers() async throws -> [CipherSummary] { [] }
  func sharedKeys(of user: SharedUser) async throws -> [UsedKey] { [] }
  func places(renaming name: String, to new: String) async throws -> [VariablePlace] { [] }
  func exchange(of change: SharedRow) async throws -> ExchangeID? { nil }
}
