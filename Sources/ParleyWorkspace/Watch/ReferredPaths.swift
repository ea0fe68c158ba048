package import ParleyFiles
internal import ParleyFormats
internal import ParleyModel

/// The files that a workspace is made of besides its own.
package struct ReferredPaths {
  private let workspace: Workspace

  package init(of workspace: Workspace) { self.workspace = workspace }

  /// The files outside its own that it refers to, whether they are there or not: bodies, certificates, keys, schemas, files that
  /// mocks reply with, programs, and what links among its files lead to. By whole paths, as far as these are known without asking
  /// anybody, in any environment.
  package var all: Set<String> {
    let access = FileAccess(root: workspace.root)
    let read = workspace.paths.filter { $0.use == .reading }.map(\.text.value)
    let scopes = TemplateScope.all(of: workspace)
    let known = Set(read + mockFiles).flatMap { path in scopes.compactMap { $0.preview(of: path) } }
    let keys = workspace.definition.ciphers.compactMap { $0.keyFile?.value }
    return Set((known + keys).map(access.location)).union(programFiles(access))
      .union((workspace.links + linkedPlaces + schemaFiles).map(workspace.root.appendingPath))
  }

  /// Its own file and folders, where they are links.
  private var linkedPlaces: [String] {
    ([WorkspacePaths.workspaceFile, SchemaFiles.folder] + WorkspacePaths.folders).filter {
      FileSystem.kind(of: workspace.root.appendingPath($0)) == .symbolicLink
    }
  }

  private var schemaFiles: [String] {
    let expected = workspace.allDefaults.map(\.expect.schema) + workspace.requests.map(\.definition.expect.schema)
    return expected.compactMap { schema in
      if case .file(let text)? = schema?.value { SchemaReference(text).file } else { nil }
    }
  }

  private var mockFiles: [String] {
    workspace.mocks.flatMap(\.definition.replies).compactMap { reply in
      if case .file(let path) = reply.content { path.value } else { nil }
    }
  }

  /// A program in the workspace, and arguments that may name a file in it: what trust is held to.
  private func programFiles(_ access: FileAccess) -> [String] {
    let openers = workspace.definition.ciphers.compactMap { cipher -> [String]? in
      if case .command(let words) = cipher.passphrase { words } else { nil }
    }
    let words = Set((workspace.commands + openers).joined()).filter { !$0.isEmpty && !$0.hasPrefix("-") }
    return words.map(access.location).filter { $0 != workspace.root && $0.isInside(folder: workspace.root) }
  }
}
