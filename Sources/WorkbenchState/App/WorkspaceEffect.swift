import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// Effects of the shell on the workspace.
package enum WorkspaceEffect: ServiceEffect {
  /// Reads the workspace, with all changes reported by then.
  case read(FileNews)
  case select(String)
  case trust([TrustItem])
  /// Shows files of the workspace that a command would run, by their paths.
  case scripts([String])
  case limit(pool: Int)
  case mock(Bool)
  /// Starts or stops the mock server.
  case serveMocks(Bool)
  case report(Problem, of: RequestID? = nil)
  case log(Notice)

  package var lane: Lane? {
    switch self {
    case .read: Lane("workspace", keepsOnlyNewest: true)
    case .select, .trust, .limit, .mock, .serveMocks: Lane("choices", outlivesTheScreen: true)
    case .scripts: Lane("scripts", keepsOnlyNewest: true)
    case .report, .log: Lane("reports", outlivesTheScreen: true)
    }
  }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .read(let news): return [.workspace(.reread(try await services.workspace.read(), news))]
    case .select(let name): return [.workspace(.changed(try await services.workspace.select(environment: name)))]
    case .trust(let items): return [.workspace(.changed(try await services.workspace.trust(items)))]
    case .scripts(let paths):
      var scripts: [ScriptSheet.Script] = []
      for path in paths {
        scripts.append(ScriptSheet.Script(path: path, text: try await services.workspace.script(path)))
      }
      return [.ask(ScriptSheet(scripts))]
    case .limit(let pool): return [.workspace(.changed(try await services.workspace.limit(pool: pool)))]
    case .mock(let isOn): return [.workspace(.changed(try await services.workspace.mock(isOn)))]
    case .serveMocks(let isOn):
      let snapshot = try await services.workspace.serveMocks(isOn)
      return [.workspace(.changed(snapshot)), .notice(Notice(ofServer: snapshot).logged())]
    case .report(let problem, let request):
      await services.history.report(problem, of: request)
      return []
    case .log(let notice):
      await services.history.log(Notice.eventIdentifier, notice.parameters)
      return []
    }
  }
}
