/// Finds out what would be sent, and sends nothing.
struct ExplainWork: ServiceEffect {
  let order: SendOrder

  func perform(with services: any Services) async throws -> [Action] {
    do {
      return [.shell(.explained(order.request, try await services.explain(order)))]
    } catch {
      return [.shell(.refused(order, Problem(error, hiding: services.secrets)))]
    }
  }
}
