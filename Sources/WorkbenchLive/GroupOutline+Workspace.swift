import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

extension GroupOutline {
  /// - Parameter broken: the files with errors.
  init(_ group: WorkspaceGroup, in workspace: Workspace, broken: Set<ExactString>) {
    self.init(
      group.id, file: group.file, steps: workspace.outline(of: group),
      hasMistake: workspace.groupsRun(by: group).contains { broken.contains($0.file) })
    docs = group.definition.docs?.value
  }
}
