import TestSupport

extension ParleyProgram {
  /// The workbench on the demo's groups, with mocks in the place of the shop; `checkout` is shown as its file has it.
  func openGroups(of folder: String) async throws -> TmuxTerminal {
    let terminal = try await open(["-w", folder])
    try await terminal.wait(for: "nobody")
    try await terminal.press("M")
    try await terminal.wait(for: "MOCK")
    try await terminal.press("2")
    try await terminal.wait("the steps of the file") {
      $0.contains("user/login") && $0.contains("as defined in its file")
    }
    return terminal
  }
}

extension TmuxTerminal {
  /// Starts the group, and answers what it asks for.
  func runCheckout() async throws {
    try await press("F5")
    try await wait(for: "checkout asks")
    try await type("secret")
    try await press("Enter")
  }
}
