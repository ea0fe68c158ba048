package import ParleyEngine

extension Session {
  /// Runs a program as a local job would, to see what it makes of an input.
  /// - Throws: where it may not run, and where it gives nothing that a next step could use.
  package func tryProgram(_ arguments: [String], on input: JSONValue?) async throws -> JSONValue {
    let files = workspace.commandFiles(of: arguments)
    let missing = grant.missing(of: [files.trustItem])
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    var program = ProgramJob(arguments: arguments, directory: workspace.root, files: files)
    (program.withheld, program.families) = (workspace.withheldVariables, families)
    return try await program.run(on: input).value
  }
}
