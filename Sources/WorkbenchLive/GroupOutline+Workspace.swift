import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

extension GroupOutline {
  /// - Parameters:
  ///   - broken: the files with errors.
  ///   - warned: the files with warnings.
  init(
    _ group: WorkspaceGroup, in workspace: Workspace, broken: Set<ExactString>, warned: Set<ExactString>
  ) {
    self.init(
      group.id, file: group.file, steps: group.outline(in: workspace),
      hasMistake: group.groupsRun(in: workspace).contains { broken.contains($0.file) })
    docs = group.definition.docs?.value
    guard !warned.isEmpty else { return }
    warnsOfRequests = group.nodesRun(in: workspace).contains { node in
      node.request.flatMap { workspace.request($0.value) }.map { warned.contains($0.file) } == true
    }
  }
}
