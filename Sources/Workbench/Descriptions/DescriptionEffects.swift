import ParleyModel
import WorkbenchServices
import WorkbenchState

/// Reads the documentation of a request's operation. Where there is none, the key of help means help.
struct DescribeEffect: ServiceEffect {
  let request: RequestID
  let draft: RequestDraft

  func perform(with services: Services) async throws -> [Action] {
    do {
      let docs = try await services.workspace.describe(draft, of: request)
      return [.description(.described("Operation of \(request)", docs))]
    } catch let problem as Problem where problem.code == "operation.none" {
      return [.overlay(.help)]
    }
  }
}

/// Compares the workspace with its descriptions.
struct DescriptionReportEffect: ServiceEffect {
  let kind: DescriptionReport

  func perform(with services: Services) async throws -> [Action] {
    [.description(.reported(kind, try await services.workspace.report(kind)))]
  }
}
