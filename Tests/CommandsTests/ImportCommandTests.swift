import Commands
import Foundation
import TestSupport
import Testing

@Suite("parley import makes files of what is imported", .timeLimit(.minutes(1)))
struct ImportCommandTests {
  private static let description = """
    openapi: 3.0.3
    info: { title: Pet Store }
    servers: [{ url: "https://pets.test" }]
    paths: { /pets: { get: { operationId: listPets, requestBody: { $ref: "https://far.test/body" } } } }
    """

  private func importing(
    _ text: String, _ workspace: CommandFolder, isTrial: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    try workspace.folder.write(text, to: "api.yaml")
    let console = RecordingConsole()
    let command = ImportCommand(workspace.folder.path("api.yaml"), workspace.arguments, isTrial: isTrial)
    return (await command.run(on: console), console)
  }

  @Test("standard output lists the files; what could not be taken over, and what was made, is told beside it")
  func made() async throws {
    let workspace = try CommandFolder()
    let (status, console) = try await importing(Self.description, workspace)
    #expect(status == .good)
    #expect(
      console.text.contains("changed  parley.yaml\n")
        && console.text.contains("new  requests/pet-store/pets/list-pets.yaml\n"))
    #expect(console.told.notes.contains { $0.hasPrefix("https://far.test/body: ") })
    #expect(console.told.notes.last?.hasPrefix("OpenAPI 3.0.3: 1 request, ") == true)
    #expect(FileManager.default.fileExists(atPath: workspace.folder.path("w/requests/pet-store/pets/list-pets.yaml")))
  }

  @Test("a trial writes nothing")
  func trial() async throws {
    let workspace = try CommandFolder()
    let (status, console) = try await importing(Self.description, workspace, isTrial: true)
    #expect(status == .good && console.text.contains("list-pets.yaml"))
    #expect(!FileManager.default.fileExists(atPath: workspace.folder.path("w/requests")))
  }

  @Test("a credential is encrypted on this machine, and in no file")
  func credential() async throws {
    let workspace = try CommandFolder()
    let (status, console) = try await importing(
      "curl https://pets.test/pets -H 'Authorization: Bearer hunter2'", workspace)
    #expect(status == .good)
    #expect(console.told.notes.contains { $0.hasPrefix("1 credential encrypted on this machine") })
    let files = FileManager.default.enumerator(atPath: workspace.folder.path)?.compactMap { $0 as? String } ?? []
    let holding = files.filter { name in
      name != "api.yaml"
        && (FileManager.default.contents(atPath: workspace.folder.path(name)) ?? Data()).contains(text: "hunter2")
    }
    #expect(!files.isEmpty && holding.isEmpty)
  }

  @Test("a file in no known format is an error with its name, and the formats there are")
  func unknown() async throws {
    let (status, console) = try await importing("hello: there\n", try CommandFolder())
    #expect(status != .good && console.text.isEmpty)
    #expect(console.told.notes.contains { $0.contains("OpenAPI 3.0 and 3.1") })
  }
}

extension Data {
  fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
