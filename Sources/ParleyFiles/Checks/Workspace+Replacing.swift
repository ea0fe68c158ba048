internal import ParleyEngine

extension Workspace {
  /// The same workspace with another text in place of a group's file. Mistakes in the text are in its `diagnostics`;
  /// mistakes that it causes in other files are not looked for.
  /// - Parameter definition: nil where the text is none.
  package func replacing(
    group id: String, by definition: GroupDefinition?, _ diagnostics: [Diagnostic], in source: SourceText
  ) -> Workspace {
    let file = WorkspacePaths.file(ofGroup: id)
    let group = WorkspaceGroup(
      id: id, file: file, definition: definition ?? GroupDefinition(), hasErrors: diagnostics.hasErrors)
    var workspace = self
    workspace.groups.removeAll { $0.id.isIdentical(to: id) }
    workspace.groups.append(group)
    workspace.groups.sort { $0.id.precedes($1.id) }
    workspace.sources[file] = source
    workspace.diagnostics.removeAll { $0.place.file.isIdentical(to: file) }
    workspace.diagnostics += diagnostics
    workspace.diagnostics += WorkspaceChecks(workspace, of: group).diagnostics
    workspace.diagnostics.sort { $0.place.sortKey < $1.place.sortKey }
    return workspace
  }

  /// The same with requests that have no file yet.
  package func adding(_ made: [(id: String, definition: RequestDefinition)]) -> Workspace {
    let added = made.map {
      WorkspaceRequest(
        id: $0.id, file: WorkspacePaths.file(ofRequest: $0.id), definition: $0.definition, hasErrors: false)
    }
    var workspace = Workspace(
      root: root, definition: definition, environments: environments,
      requests: (requests + added).sorted { $0.id.precedes($1.id) }, folderDefaults: folderDefaults,
      folderPaths: tree.descendantPaths, diagnostics: diagnostics, sources: sources)
    (workspace.groups, workspace.mocks, workspace.links) = (groups, mocks, links)
    return workspace
  }

  /// The mistakes in a group's text, in the order of the text.
  package func mistakes(inGroup id: String) -> [Diagnostic] {
    let file = WorkspacePaths.file(ofGroup: id)
    return diagnostics.filter { $0.place.file.isIdentical(to: file) }
  }
}
