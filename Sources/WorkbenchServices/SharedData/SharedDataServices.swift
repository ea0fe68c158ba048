package import ParleyEngine

/// Shared data.
package protocol SharedDataServices: Sendable {
  // MARK: Keys

  /// Some keys of the active environment and of the workspace. What a filter says of values is left to `findShared`.
  func sharedKeys(_ query: SharedKeysQuery) async throws -> SharedKeysWindow
  /// Looks on for values that a filter names, among some keys. Asks for no passphrase.
  func findShared(_ query: SharedValuesQuery) async throws -> SharedValuesFound
  /// A key as it is now, or was at a moment of a run; nil when it is not there. A secret's value is left out.
  func sharedKey(_ name: String, at moment: ShownMoment?) async throws -> SharedKeyDetail?
  /// Does what the intent says, or says what it needs first.
  func perform(_ intent: SharedDataIntent) async throws -> SharedDataOutcome
  /// The ciphers a key can be bound to.
  func ciphers() async throws -> [CipherSummary]
  /// The keys that a request or a group reads, sets and captures.
  func sharedKeys(of user: SharedUser) async throws -> [UsedKey]
  /// The places in files that change when a key gets another name.
  func places(renaming name: String, to new: String) async throws -> [VariablePlace]
  /// The exchange whose response brought a change; nil when it is not in the history.
  func exchange(of change: SharedRow) async throws -> ExchangeID?

  // MARK: Many keys at once

  /// Does all of it or nothing, or says what it needs first.
  func perform(_ intent: SharedBatchIntent) async throws -> SharedBatchOutcome
  /// The keys that a filter finds, and whose names begin so; what they hold is not read.
  func sharedKeys(matching filter: String, prefix: String) async throws -> [SharedKey]
  /// Returns the keys that a deletion would remove, and which of them a team shares or are locked.
  func deletion(of names: [String]) async throws -> SharedDeletion

  /// Facts about the keys that a filter finds and whose names begin so.
  func sharedFacts(
    below prefix: String, matching filter: String, at moment: ShownMoment?
  ) async throws -> SharedGroupFacts

  // MARK: Comparisons and snapshots

  /// The keys of two sides. Nothing is asked: what is locked cannot be compared, and says so.
  func compareShared(_ left: SharedSide, _ right: SharedSide) async throws -> SharedTable
  /// A key in the active environment and in each other one.
  func compareShared(acrossEnvironments name: String) async throws -> SharedTable
  /// Compares two values. Secrets are masked; whether they differ is shown.
  func compareShared(_ values: SharedValuesIntent) async throws -> SharedValuesOutcome
  /// Those of the active environment, as far as they are known.
  func sharedSnapshots() async throws -> SharedSnapshotList
}
