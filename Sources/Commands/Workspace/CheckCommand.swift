import ParleyEngine
import ParleyText
import ParleyWorkspace

/// `parley check`: every mistake in a workspace's files, as a compiler would print it; with `--json` a list.
package struct CheckCommand: Sendable {
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ arguments: SessionArguments, printsJSON: Bool = false) {
    self.arguments = arguments
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    do {
      let workspace = try Workspace.load(at: arguments.folder())
      report(workspace, on: console)
      return workspace.diagnostics.hasErrors ? .workspaceMistakes : .good
    } catch {
      let failure = Failure(error)
      failure.tell(on: console)
      return failure.status
    }
  }

  private func report(_ workspace: Workspace, on console: any Console) {
    if printsJSON {
      console.print(.array(workspace.diagnostics.map(\.json)))
    } else {
      let mistakes = BoundedDiagnostics(workspace.diagnostics)
      for diagnostic in mistakes.shown {
        console.print(diagnostic.rendered(in: workspace.sources[diagnostic.place.file]) + "\n")
      }
      for line in mistakes.rest { console.note(line) }
      console.note(summary(of: workspace))
    }
  }

  private func summary(of workspace: Workspace) -> String {
    let errors = workspace.diagnostics.filter { $0.severity == .error }.count
    let warnings = workspace.diagnostics.count - errors
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
