/// Gives what is too long for the terminal's clipboard to a program that takes it.
struct ClipboardWork: ServiceEffect {
  let text: String

  var lane: Lane? { Lane("clipboard", keepsOnlyNewest: true) }

  func perform(with services: any Services) async throws -> [Action] {
    _ = try await services.copy(text)
    return []
  }
}
