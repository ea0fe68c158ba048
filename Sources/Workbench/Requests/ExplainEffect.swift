/// Finds out what would be sent, and sends nothing.
struct ExplainEffect: ServiceEffect {
  let intent: SendIntent

  func perform(with services: Services) async throws -> [Action] {
    do {
      return [.sending(.explained(intent.request, try await services.requests.explain(intent)))]
    } catch {
      if let items = services.workspace.trustNeeded(by: error) { return [.workspace(.trustBefore(items, self))] }
      return [.sending(.refused(intent, Problem(error, hiding: services.secrets)))]
    }
  }
}
