/// Finds out what would be sent, and sends nothing.
struct ExplainEffect: ServiceEffect {
  let intent: SendIntent

  func perform(with services: any Services) async throws -> [Action] {
    do {
      return [.sending(.explained(intent.request, try await services.explain(intent)))]
    } catch {
      if let items = services.trustNeeded(by: error) { return [.workspace(.trustBefore(items, self))] }
      return [.sending(.refused(intent, Problem(error, hiding: services.secrets)))]
    }
  }
}
