package import ParleyEngine
internal import ParleyFiles

extension WorkspaceGroups {
  /// Runs a program as a local job would, to try it on an input.
  /// - Throws: an error if the program may not run, or gives no output that a next step could use.
  package func tryProgram(_ arguments: [String], on input: JSONValue?) async throws -> JSONValue {
    let files = CommandFiles(of: arguments, root: session.workspace.root)
    let missing = session.permissions.grant.missing(of: [files.trustItem])
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    var program = ProgramJob(arguments: arguments, directory: session.workspace.root, files: files)
    (program.withheld, program.families) = (WithheldVariables(of: session.workspace).names, session.families)
    return try await program.run(on: input).value
  }
}
