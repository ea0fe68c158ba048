import TestSupport
import Testing

/// A description on disk becomes requests of a workspace, in a real terminal.
@Suite("The journey from a description to its first request", .serialized, .timeLimit(.minutes(2)))
struct ImportJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    try parley.home.write(
      """
      openapi: 3.1.0
      info: { title: Pet Store }
      servers: [{ url: "https://pets.test/v1" }]
      paths:
        /pets: { get: { tags: [pets], operationId: listPets, responses: {} } }
        /pets/{id}: { delete: { tags: [pets], operationId: deletePet, responses: {} } }
      """, to: "apis/openapi.yaml")
    try parley.home.write("parley: 1\nid: importing\nservers: { api: 'https://shop.test' }\n", to: "shop/parley.yaml")
    try parley.home.write("url: /one\n", to: "shop/requests/one.yaml")
  }

  @Test("Alt-a, the path completed, a request left out, Enter: the rest is there, and the first request is open")
  func imports() async throws {
    let folder = parley.home.path("shop")
    let terminal = try await parley.open(["-w", folder], columns: 80, rows: 24)
    try await terminal.wait(for: "one")
    try await terminal.press("M-a")
    try await terminal.wait(for: "Type a path (Tab completes it) or a URL")
    try await terminal.type("~/apis/op")
    try await terminal.wait(for: "~/apis/openapi.yaml")
    try await terminal.press("Tab", "Enter")
    let tree = try await terminal.wait("the tree") {
      $0.contains("2 requests into requests/pet-store") && $0.contains("delete-pet")
    }
    try await leaveOut("delete-pet", of: tree, on: terminal)
    try await terminal.wait(for: "1 of 2 requests")
    try await terminal.press("Enter")
    try await terminal.wait("the first request") {
      $0.contains("Imported 1 request into requests/pet-store, 1 left out.") && $0.contains("pets/list-pets")
    }
    try await terminal.press("q")
    try await terminal.waitForEnd()
    #expect(try await parley.run("check", "-w", folder).status == 0)
    #expect(throws: SupportError.self) { try parley.home.read("shop/requests/pet-store/pets/delete-pet.yaml") }
    #expect(try !parley.home.read("shop/requests/pet-store/pets/list-pets.yaml").isEmpty)
  }

  /// Goes to the line of a request in the tree, which is shown from its top, and leaves it out.
  private func leaveOut(_ name: String, of tree: String, on terminal: TmuxTerminal) async throws {
    let lines = tree.split(separator: "\n").filter { $0.hasPrefix(" │") }
    let place = try #require(lines.firstIndex { $0.contains(name) })
    for _ in 0..<place { try await terminal.press("Down") }
    try await terminal.press("Space")
  }
}
