import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

extension GroupOutline {
  /// - Parameter broken: the files with errors.
  init(_ group: WorkspaceGroup, in workspace: Workspace, broken: Set<ExactString>) {
    self.init(
      group.id, file: group.file, steps: group.outline(in: workspace),
      hasMistake: group.groupsRun(in: workspace).contains { broken.contains($0.file) })
    docs = group.definition.docs?.value
  }
}
