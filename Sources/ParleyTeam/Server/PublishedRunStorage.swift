package import ParleyEngine

/// The storage of the runs that a team's members have published. The server sees sizes and times.
package protocol PublishedRunStorage: Sendable {
  /// Keeps a run for the team.
  /// - Parameters:
  ///   - head: sealed: its name, who published it and whatever else a list shows.
  ///   - file: sealed: the exported run; at most ``PublishedRun/largestFile`` bytes.
  func publish(head: SealedBytes, file: SealedBytes, at: Timestamp) async throws(RepositoryError) -> PublishedRun

  /// The runs there are, newest first, only those before that number.
  func publishedRuns(before: Int64?, limit: Int) async throws(RepositoryError) -> [PublishedRun]

  /// The exported run; nil when there is none of that number any more.
  func publishedFile(of run: Int64) async throws(RepositoryError) -> SealedBytes?

  /// Removes a run for everybody.
  /// - Returns: whether it was there.
  func removePublishedRun(_ run: Int64) async throws(RepositoryError) -> Bool

  /// Calls after a run was published or removed, by whomever, from any thread.
  func onRunsChange(_ call: @escaping @Sendable () -> Void)
}

/// A run that a team keeps.
package struct PublishedRun: Sendable, Hashable {
  /// In bytes.
  package static let largestFile = 256 << 20

  /// Its number, which counts up.
  package let number: Int64
  /// The part that a list shows, sealed.
  package let head: SealedBytes
  /// The time of publication, by the publisher's clock.
  package let at: Timestamp
  /// Of its sealed file, in bytes.
  package let size: Int

  /// A run as it is kept.
  package init(number: Int64, head: SealedBytes, at: Timestamp, size: Int) {
    self.number = number
    self.head = head
    self.at = at
    self.size = size
  }
}
