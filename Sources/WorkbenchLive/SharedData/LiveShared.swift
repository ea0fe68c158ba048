import WorkbenchServices

/// Shared data, as the session reads and writes it.
package struct LiveShared: SharedDataServices, LiveOwner {
  let live: LiveServices
}
