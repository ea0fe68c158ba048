import ParleyModel
package import WorkbenchServices

/// Reads what the workspace's requests have, for the composer that completes with it.
struct VocabularyEffect: ServiceEffect {
  let composer: RequestID?
  let request: RequestID
  let draft: RequestDraft

  var lane: Lane? { Lane("vocabulary", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    let vocabulary = await services.requests.vocabulary()
    let operation = await services.workspace.operationWords(of: draft, request)
    return [.composer(.completing(.learned(vocabulary, operation)), of: composer)]
  }
}

/// Reads the paths into the last response of a request.
package struct ResponsePathsEffect: ServiceEffect {
  package let request: String
  let told: @Sendable ([TemplateName]) -> Action

  package init(request: String, told: @escaping @Sendable ([TemplateName]) -> Action) {
    self.request = request
    self.told = told
  }

  package var isAskedFor: Bool { false }

  package func perform(with services: Services) async throws -> [Action] {
    [told(await services.requests.responsePaths(of: request))]
  }
}
