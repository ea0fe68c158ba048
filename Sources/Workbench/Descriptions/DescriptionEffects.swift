import ParleyModel

/// Reads the documentation of a request's operation.
struct DescribeEffect: ServiceEffect {
  let request: RequestID
  let draft: RequestDraft

  func perform(with services: Services) async throws -> [Action] {
    [.description(.described("Operation of \(request)", try await services.workspace.describe(draft, of: request)))]
  }
}

/// Compares the workspace with its descriptions.
struct DescriptionReportEffect: ServiceEffect {
  let kind: DescriptionReport

  func perform(with services: Services) async throws -> [Action] {
    [.description(.reported(kind, try await services.workspace.report(kind)))]
  }
}
