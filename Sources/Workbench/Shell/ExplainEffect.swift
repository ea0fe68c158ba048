/// Finds out what would be sent, and sends nothing.
struct ExplainEffect: ServiceEffect {
  let order: SendIntent

  func perform(with services: any Services) async throws -> [Action] {
    do {
      return [.shell(.explained(order.request, try await services.explain(order)))]
    } catch {
      if let needed = TrustNeeded(error) { return [.shell(.trustBefore(needed.items, self))] }
      return [.shell(.refused(order, Problem(error, hiding: services.secrets)))]
    }
  }
}
