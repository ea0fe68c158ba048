internal import ParleyFiles
internal import ParleyFormats
internal import ParleyModel

// What a workspace is made of besides its own files.
extension Workspace {
  /// The files outside its own that it refers to, whether they are there or not: bodies, certificates, keys, schemas, files that
  /// mocks reply with, programs, and what links among its files lead to. By whole paths, as far as these are known without asking
  /// anybody, in any environment.
  package var referredFiles: Set<String> {
    let access = FileAccess(root: root)
    let read = paths.filter { $0.use == .reading }.map(\.text.value)
    let known = Set(read + mockFiles).flatMap { path in scopes.compactMap { $0.preview(of: path) } }
    let keys = definition.ciphers.compactMap { $0.keyFile?.value }
    return Set((known + keys).map(access.location)).union(programFiles(access))
      .union((links + linkedPlaces + schemaFiles).map(root.appendingPath))
  }

  /// Its own file and folders, where they are links.
  private var linkedPlaces: [String] {
    ([WorkspacePaths.workspaceFile, SchemaFiles.folder] + WorkspacePaths.folders).filter {
      FileSystem.kind(of: root.appendingPath($0)) == .symbolicLink
    }
  }

  private var schemaFiles: [String] {
    let expected = allDefaults.map(\.expect.schema) + requests.map(\.definition.expect.schema)
    return expected.compactMap { schema in
      if case .file(let text)? = schema?.value { SchemaReference(text).file } else { nil }
    }
  }

  private var mockFiles: [String] {
    mocks.flatMap(\.definition.replies).compactMap { reply in
      if case .file(let path) = reply.content { path.value } else { nil }
    }
  }

  /// A program in the workspace, and arguments that may name a file in it: what trust is held to.
  private func programFiles(_ access: FileAccess) -> [String] {
    let openers = definition.ciphers.compactMap { cipher -> [String]? in
      if case .command(let words) = cipher.passphrase { words } else { nil }
    }
    let words = Set((commands + openers).joined()).filter { !$0.isEmpty && !$0.hasPrefix("-") }
    return words.map(access.location).filter { $0 != root && $0.isInside(folder: root) }
  }
}
