import ParleyModel
import WorkbenchServices
import WorkbenchState

/// Allows what an effect needs, and does its work then.
struct TrustedEffect: ServiceEffect {
  let items: [TrustItem]
  let effect: any ServiceEffect

  var lane: Lane? { effect.lane }
  var isAskedFor: Bool { effect.isAskedFor }
  var mayAsk: Bool { effect.mayAsk }
  var failureHeading: String? { effect.failureHeading }

  func perform(with services: Services) async throws -> [Action] {
    [.workspace(.changed(try await services.workspace.trust(items)))] + (try await effect.perform(with: services))
  }
}
