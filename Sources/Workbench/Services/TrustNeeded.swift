import ParleyWorkspace

/// What a person must allow before something can be done.
struct TrustNeeded {
  let items: [TrustItem]

  /// - Returns: nil for any other error.
  init?(_ error: any Error) {
    guard case RenderError.notTrusted(let items) = error else { return nil }
    self.items = items.map(TrustItem.init)
  }
}

/// Allows what an effect needs, and does its work then.
struct TrustedEffect: ServiceEffect {
  let items: [TrustItem]
  let effect: any ServiceEffect

  var lane: Lane? { effect.lane }
  var isAskedFor: Bool { effect.isAskedFor }

  func perform(with services: any Services) async throws -> [Action] {
    [.workspace(.changed(try await services.trust(items)))] + (try await effect.perform(with: services))
  }
}
