/// What the shell wants done with the workspace.
enum WorkspaceWork: ServiceEffect {
  case read
  case report(Problem)

  var lane: Lane? {
    switch self {
    case .read: Lane("workspace", keepsOnlyNewest: true)
    case .report: Lane("report")
    }
  }

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .read: return [.shell(.workspace(try await services.workspace()))]
    case .report(let problem):
      await services.report(problem)
      return []
    }
  }
}

enum RequestWork: ServiceEffect {
  case load(RequestID)

  func perform(with services: any Services) async throws -> [Action] {
    switch self {
    case .load(let id): [.composer(.loaded(try await services.load(id)), of: id)]
    }
  }
}

struct SendWork: ServiceEffect {
  let order: SendOrder

  func perform(with services: any Services) async throws -> [Action] {
    [.shell(.answered(order, try await services.send(order)))]
  }
}
