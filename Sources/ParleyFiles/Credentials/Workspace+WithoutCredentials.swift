import ParleyEngine
import ParleyModel

extension Workspace {
  /// The same with questions in place of the credentials in its files, for what leaves this machine.
  package var withoutCredentials: Workspace {
    let credentials = typedCredentials
    guard !credentials.isEmpty else { return self }
    let questions = Dictionary(credentials.map { ($0.key, $0.asked) }) { $1 }
    return placing { questions[$0] }
  }

  private func placing(_ placement: (TypedCredential.Key) -> CredentialPlacement?) -> Workspace {
    var copy = Workspace(
      root: root, definition: definition.placing(in: WorkspacePaths.workspaceFile, placement),
      environments: environments.map {
        .init(name: $0.name, file: $0.file, definition: $0.definition.placing(in: $0.file, placement))
      },
      requests: requests.map {
        .init(
          id: $0.id, file: $0.file, definition: $0.definition.placing(in: $0.file, placement), hasErrors: $0.hasErrors)
      },
      folderDefaults: folderDefaults.reduce(into: [:]) { defaults, folder in
        defaults[folder.key] = folder.value.placing(in: DefaultsPlace.folder(folder.key.text).file, placement)
      }, folderPaths: tree.descendantPaths, diagnostics: diagnostics, sources: sources)
    copy.groups = groups.map {
      .init(
        id: $0.id, file: $0.file, definition: $0.definition.placing(in: $0.file, placement), hasErrors: $0.hasErrors)
    }
    (copy.mocks, copy.links) = (mocks, links)
    return copy
  }
}

extension RequestDefinition {
  /// The same of a request as it is being edited.
  package func withoutCredentials(as id: String) -> RequestDefinition {
    let file = WorkspacePaths.file(ofRequest: id)
    let questions = Dictionary(credentials(in: file).map { ($0.key, $0.asked) }) { $1 }
    return questions.isEmpty ? self : placing(in: file) { questions[$0] }
  }
}

extension TypedCredential {
  /// A question in its place.
  fileprivate var asked: CredentialPlacement {
    isDeclarable ? .source(.prompt) : .template(SecretTemplate.text(question))
  }
}
