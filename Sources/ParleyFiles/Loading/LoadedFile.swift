internal import ParleyEngine

/// One file of a workspace, read by itself.
package struct LoadedFile: Sendable {
  package indirect enum Content: Sendable {
    case workspace(WorkspaceDefinition)
    case environment(name: String, EnvironmentDefinition)
    /// By its path under `requests/`; without defaults when nothing in it could be understood.
    case folder(path: String, DefaultsDefinition?)
    case request(id: String, RequestDefinition)
    case mocks([MockDefinition])
    case group(id: String, GroupDefinition)
    /// Nothing that a workspace has.
    case stray
  }

  /// Within the workspace.
  let file: String
  package let content: Content
  /// `nil` when it could not be read.
  let source: SourceText?
  let diagnostics: [Diagnostic]
}

extension LoadedFile {
  package init(_ file: String, in root: String, limits: YAMLLimits) {
    let reading = Reading(file: file, root: root, limits: limits)
    switch WorkspacePaths.role(of: file) {
    case .workspace: self = reading.read(WorkspaceDefinition.form) { .workspace($0 ?? WorkspaceDefinition()) }
    case .environment(let name):
      self = reading.read(EnvironmentDefinition.form) { .environment(name: name, $0 ?? EnvironmentDefinition()) }
    case .folder(let path): self = reading.read(DefaultsDefinition.folderForm) { .folder(path: path, $0) }
    case .request(let id): self = reading.read(RequestDefinition.form) { .request(id: id, $0 ?? RequestDefinition()) }
    case .group(let id): self = reading.read(GroupDefinition.form) { .group(id: id, $0 ?? GroupDefinition()) }
    case .mocks: self = reading.read(MockDefinition.listReader.read) { .mocks($0 ?? []) }
    case nil: self = reading.stray
    }
  }

  private struct Reading {
    let file: String
    let root: String
    let limits: YAMLLimits

    package func read<Value>(_ form: Form<Value>, as content: (Value?) -> Content) -> LoadedFile {
      read(form.read, as: content)
    }

    package func read<Value>(
      _ read: (SourceText, YAMLLimits) -> (value: Value?, diagnostics: [Diagnostic]), as content: (Value?) -> Content
    ) -> LoadedFile {
      do throws(FileError) {
        let bytes = try FileSystem.read(root.appendingPath(file), limit: limits.size)
        let source = SourceText(file: file, bytes: bytes)
        let result = NearestName.$budget.withValue(NearestName.Budget()) { read(source, limits) }
        return LoadedFile(file: file, content: content(result.value), source: source, diagnostics: result.diagnostics)
      } catch {
        let diagnostic = Diagnostic(.unreadableFile, at: .start(of: file), error.finding)
        return LoadedFile(file: file, content: content(nil), source: nil, diagnostics: [diagnostic])
      }
    }

    var stray: LoadedFile {
      let message = "environments cannot be in folders: the file is ignored"
      let diagnostic = Diagnostic(.fileName, .warning, at: .start(of: file), message)
      return LoadedFile(file: file, content: .stray, source: nil, diagnostics: [diagnostic])
    }
  }
}
