/// Finds out what would be sent, and sends nothing.
struct ExplainEffect: ServiceEffect {
  let order: SendIntent

  func perform(with services: any Services) async throws -> [Action] {
    do {
      return [.sending(.explained(order.request, try await services.explain(order)))]
    } catch {
      if let needed = TrustNeeded(error) { return [.workspace(.trustBefore(needed.items, self))] }
      return [.sending(.refused(order, Problem(error, hiding: services.secrets)))]
    }
  }
}
