package import ParleyEngine
internal import ParleyFiles

extension Session {
  /// Runs a program as a local job would, to try it on an input.
  /// - Throws: an error if the program may not run, or gives no output that a next step could use.
  package func tryProgram(_ arguments: [String], on input: JSONValue?) async throws -> JSONValue {
    let files = workspace.commandFiles(of: arguments)
    let missing = grant.missing(of: [files.trustItem])
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    var program = ProgramJob(arguments: arguments, directory: workspace.root, files: files)
    (program.withheld, program.families) = (workspace.withheldVariables, families)
    return try await program.run(on: input).value
  }
}
