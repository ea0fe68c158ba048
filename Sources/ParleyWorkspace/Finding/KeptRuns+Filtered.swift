import ParleyEngine
package import ParleyModel
internal import ParleyStore

extension KeptRuns {
  /// The newest runs that a filter lets through, newest first.
  /// - Parameters:
  ///   - before: only those that began before the run with this number.
  ///   - most: so many runs are looked at.
  package func matching(
    _ filter: RunFilter, of group: String? = nil, limit: Int, before: Int64? = nil, most: Int = 2_000
  ) async throws -> [KeptRun] {
    var (found, last, seen) = ([KeptRun](), before, 0)
    let now = Timestamp.now()
    while found.count < limit, seen < most {
      let runs = try await session.store.runs.recent(min(100, most - seen), before: last, group: group)
      guard let oldest = runs.last else { break }
      (last, seen) = (oldest.sequence, seen + runs.count)
      for run in runs where found.count < limit && filter.accepts(run, at: now) {
        if try await accepts(run, filter) { found.append(run) }
      }
    }
    return found
  }

  private func accepts(_ run: KeptRun, _ filter: RunFilter) async throws -> Bool {
    guard filter.needsRecordings else { return true }
    guard let recording = try await session.store.runs.recording(of: run.id) else { return false }
    var comparison: RunComparison?
    if filter.needsRunBefore,
      let before = try await session.store.runs.recent(1, before: run.sequence, group: run.summary.group).first,
      let earlier = try await session.store.runs.recording(of: before.id)
    {
      let paths = try run.summary.group.map { try ignoredPaths.lines(of: $0) } ?? IgnoredPaths.usual
      comparison = await compare(earlier, with: recording, ignoring: try IgnoredPaths(paths))
    }
    return filter.accepts(recording, comparison)
  }
}
