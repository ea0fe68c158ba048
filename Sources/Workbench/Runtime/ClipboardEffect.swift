/// Gives what is too long for the terminal's clipboard to a program that takes it.
struct ClipboardEffect: ServiceEffect {
  let text: String
  /// The name of the text, as shown to people.
  let name: String

  var lane: Lane? { Lane("clipboard", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    let program = try await services.person.copy(text)
    return [.notice(.done("Copied \(name.fitted(to: 120)), by \(program)."))]
  }
}
