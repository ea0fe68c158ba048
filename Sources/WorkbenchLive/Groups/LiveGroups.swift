import ParleyEngine
package import WorkbenchServices

/// Groups: their files, their drafts and their runs.
package struct LiveGroups: GroupServices, LiveOwner {
  let live: LiveServices

  package func onRunsChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRunsChange = call }
  }

  package func onRunsProgress(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRunsProgress = call }
  }

  package func lastResults(of group: String) async throws -> LastResults? {
    try await LastResultsReading(session: session).results(of: group)
  }
}
