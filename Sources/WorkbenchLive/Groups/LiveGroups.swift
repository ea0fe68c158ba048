import ParleyEngine
import WorkbenchServices

/// Groups: their files, their drafts and their runs.
package struct LiveGroups: GroupServices, LiveOwner {
  let live: LiveServices

  package func onRunsChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRunsChange = call }
  }

  package func onRunsProgress(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRunsProgress = call }
  }
}
