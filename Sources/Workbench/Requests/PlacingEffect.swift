import WorkbenchServices
import WorkbenchState

/// Puts credentials where they belong, and saves then what they were typed into.
struct PlacingEffect: ServiceEffect {
  let placements: [CredentialPlacement]
  let saving: any ServiceEffect

  var lane: Lane? { saving.lane }
  var isAskedFor: Bool { saving.isAskedFor }
  var mayAsk: Bool { saving.mayAsk }

  func perform(with services: Services) async throws -> [Action] {
    try await services.workspace.place(placements)
    return try await saving.perform(with: services)
  }
}
