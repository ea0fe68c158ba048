/// The changes of a workspace's folder since the last report.
package struct WorkspaceChanges: Sendable, Equatable {
  /// Files and folders that were written, made, removed or renamed: by their paths within the workspace, those it refers to
  /// outside of it by their whole paths.
  package internal(set) var paths: Set<String> = []
  /// Some changes are not known, because there were too many at once: anything may have changed.
  var isIncomplete = false

  package init() {}

  package var isEmpty: Bool { paths.isEmpty && !isIncomplete }
}
