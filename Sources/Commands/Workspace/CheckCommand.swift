import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// `parley check`: every mistake in a workspace's files, as a compiler would print it; with `--json` a list.
package struct CheckCommand: Sendable {
  package var arguments: SessionArguments
  package var printsJSON: Bool
  /// Whether warnings count as errors.
  package var isStrict: Bool

  package init(_ arguments: SessionArguments, printsJSON: Bool = false, isStrict: Bool = false) {
    self.arguments = arguments
    self.printsJSON = printsJSON
    self.isStrict = isStrict
  }

  package func run(on console: any Console) async -> ExitStatus {
    do {
      let workspace = try Workspace.load(at: arguments.folder())
      let diagnostics = workspace.diagnosticsWithCredentials
      report(diagnostics, of: workspace, on: console)
      return diagnostics.hasErrors || isStrict && !diagnostics.isEmpty ? .workspaceMistakes : .good
    } catch {
      let failure = Failure(error)
      failure.tell(on: console)
      return failure.status
    }
  }

  private func report(_ diagnostics: [Diagnostic], of workspace: Workspace, on console: any Console) {
    if printsJSON {
      console.print(.array(diagnostics.map(\.json)))
    } else {
      let mistakes = BoundedDiagnostics(diagnostics)
      // No line of a file is printed with its credentials.
      let files = Set(mistakes.shown.map { ExactString($0.place.file) })
      let sources = workspace.sources.filter { files.contains($0.key) }.mapValues(\.hidingCredentials)
      for diagnostic in mistakes.shown {
        console.print(diagnostic.rendered(in: sources[ExactString(diagnostic.place.file)]) + "\n")
      }
      for line in mistakes.rest { console.note(line) }
      console.note(summary(of: workspace, diagnostics))
    }
  }

  private func summary(of workspace: Workspace, _ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.filter { $0.severity == .error }.count
    let warnings = diagnostics.count - errors
    let files = [
      workspace.requests.count.counted("request"), workspace.groups.count.counted("group"),
      workspace.mocks.count.counted("mock"), workspace.environments.count.counted("environment"),
    ].joined(separator: ", ")
    return "\(workspace.name): \(files), \(errors.counted("error")), \(warnings.counted("warning"))"
  }
}

extension Diagnostic {
  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "code": .string("\(code)"), "severity": .string(severity.rawValue), "file": .string(place.file),
      "line": .number(JSONNumber(place.line)), "column": .number(JSONNumber(place.column)), "message": .string(message),
    ]
    object["nearest"] = nearest.map(JSONValue.string)
    object["hint"] = hint.map(JSONValue.string)
    return object
  }
}
