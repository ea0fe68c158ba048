import WorkbenchServices

/// Finds out what would be sent, and sends nothing.
struct ExplainEffect: ServiceEffect {
  let intent: SendIntent
  /// The moment of a run that it is explained for; nil for now.
  let moment: ShownMoment?

  func perform(with services: Services) async throws -> [Action] {
    do {
      return [
        .sending(.explained(intent.request, try await services.requests.explain(intent, at: moment), at: moment))
      ]
    } catch {
      if let items = services.workspace.trustNeeded(by: error) { return [.workspace(.trustBefore(items, self))] }
      return [.sending(.refused(intent, Problem(error, hiding: services.secrets)))]
    }
  }
}
