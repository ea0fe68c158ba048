import Foundation
import ParleyEngine
import TestSupport
import Testing

@testable import Commands
@testable import ParleyFiles

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

  @Test("the same again says what is unchanged, and how a newer description is brought in")
  func again() async throws {
    let workspace = try CommandFolder()
    let (_, first) = try await importing(Self.description, workspace)
    #expect(first.told.notes.last?.contains("files added, 1 updated") == true, "\(first.told.notes)")
    let (status, console) = try await importing(Self.description, workspace)
    #expect(status == .good && console.told.notes.last?.contains("unchanged") == true, "\(console.told.notes)")
    let newer = try await importing(
      Self.description.replacing("Pet Store }", with: "Pet Store, version: '2' }"), workspace)
    #expect(
      newer.console.told.notes.contains { $0.contains("parley import FILE --update") }, "\(newer.console.told.notes)")
  }

  @Test("stopped in time, it has written nothing, and says so")
  func stopped() async throws {
    let workspace = try CommandFolder()
    try workspace.folder.write(Self.description, to: "api.yaml")
    let console = RecordingConsole()
    let status = await ImportCommand(workspace.folder.path("api.yaml"), workspace.arguments)
      .run(on: console) { stop in stop() }
    #expect(status == .interrupted && console.told.notes == ["Stopped: nothing was written."])
    #expect(console.text.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: workspace.folder.path("w/requests")))
  }

  @Test("what an earlier command had begun to write is finished by the next one, which says so once")
  func finished() async throws {
    let workspace = try CommandFolder()
    let root = workspace.folder.path("w")
    let items = ["a", "b"].map { name in
      FilesChange.Item(file: "requests/\(name).yaml", before: nil, after: Array("url: /\(name)\n".utf8))
    }
    try BegunChange(items, in: root).commit()
    let console = RecordingConsole()
    for _ in 1...2 {
      let status = await console.tellingFinishedChanges {
        await CheckCommand(workspace.arguments).run(on: console)
      }
      #expect(status == .good)
    }
    #expect(console.told.notes.filter { $0.contains("had begun to write 2 files here") }.count == 1)
    #expect(FileManager.default.fileExists(atPath: workspace.folder.path("w/requests/b.yaml")))
  }

  @Test("a curl command is imported from the argument, and any text from standard input", arguments: [true, false])
  func typed(isArgument: Bool) async throws {
    let workspace = try CommandFolder()
    let command = "curl https://pets.test/pets -H 'Accept: text/csv'"
    let console = RecordingConsole(input: isArgument ? "" : command)
    let status = await ImportCommand(isArgument ? command : "-", workspace.arguments).run(on: console)
    #expect(status == .good && console.text.contains("requests/"), "\(console.told.notes)")
  }

  @Test("for programs there is one object with the files and the notes, also of a trial", arguments: [false, true])
  func asJSON(isTrial: Bool) async throws {
    let workspace = try CommandFolder()
    try workspace.folder.write(Self.description, to: "api.yaml")
    let console = RecordingConsole()
    var command = ImportCommand(workspace.folder.path("api.yaml"), workspace.arguments, isTrial: isTrial)
    command.printsJSON = true
    #expect(await command.run(on: console) == .good)
    let object = try JSONValue(parsing: console.told.output)
    #expect(object["requests"] == 1 && object["written"] == .bool(!isTrial))
    let paths = object["files"]?.array?.compactMap { $0["path"]?.string } ?? []
    #expect(paths.contains("requests/pet-store/pets/list-pets.yaml"), "\(object)")
    #expect(object["notes"]?.array?.contains { $0["place"] == "https://far.test/body" } == true, "\(object)")
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

  @Test("a description is imported by its URL, with the files beside it, and relative servers are where it is")
  func address() async throws {
    let description = """
      openapi: 3.0.3
      info: { title: Pet Store }
      servers: [{ url: /v1, description: shop }]
      paths:
        /pets: { $ref: "paths/pets.yaml" }
        /keys: { $ref: "../secret.yaml" }
      """
    try await withNginxServer(tls: false) { server in
      try server.files.write(description, to: "api/openapi.yaml")
      try server.files.write(
        "get: { operationId: listPets, parameters: [{ $ref: size.yaml }] }", to: "api/paths/pets.yaml")
      try server.files.write(
        "{ name: size, in: query, required: true, schema: { type: string, example: huge } }", to: "api/paths/size.yaml")
      try server.files.write("get: { operationId: listKeys }", to: "secret.yaml")
      let workspace = try CommandFolder()
      let console = RecordingConsole()
      var arguments = workspace.arguments
      arguments.workspace = workspace.folder.path("new")
      let url = "http://127.0.0.1:\(server.port)/api/openapi.yaml"
      #expect(await ImportCommand(url, arguments).run(on: console) == .good)
      let request = String(decoding: try workspace.folder.read("new/requests/pets/list-pets.yaml"), as: UTF8.self)
      #expect(request.contains("huge"))
      let environment = String(decoding: try workspace.folder.read("new/environments/shop.yaml"), as: UTF8.self)
      #expect(environment.contains("http://127.0.0.1:\(server.port)/v1"))
      #expect(console.told.notes.contains { $0.hasPrefix("../secret.yaml: ") })
      #expect(!console.text.contains("list-keys"))
    }
  }

  @Test("a download that takes its time is followed on a line, which is gone at the end", arguments: [0, 1])
  func followed(seconds: Int) async throws {
    let server = try RawServer.answering(.text(Self.description))
    let console = RecordingConsole(isTerminal: true)
    var command = ImportCommand(server.url, try CommandFolder().arguments, isTrial: true)
    command.stopwatch = { { .seconds(seconds) } }
    command.seconds = AsyncStream { $0.finish() }
    #expect(await command.run(on: console) == .good)
    let shown = console.told.progress
    #expect(shown.isEmpty == (seconds == 0))
    if seconds > 0 {
      #expect(shown.last == .some(nil))
      #expect(shown.dropLast().last??.hasPrefix("↓ \(Self.description.utf8.count) B of ") == true)
    }
  }

  @Test("an address without a description is an error with its status; one that nobody serves says so")
  func nowhere() async throws {
    try await withNginxServer(tls: false) { server in
      let console = RecordingConsole()
      let status = await ImportCommand("http://127.0.0.1:\(server.port)/nothing.yaml", try CommandFolder().arguments)
        .run(on: console)
      #expect(status != .good && console.told.notes.contains { $0.contains("status 404") })
    }
    let port = try RefusingPort()
    let console = RecordingConsole()
    let status = await ImportCommand(port.url + "/a.yaml", try CommandFolder().arguments).run(on: console)
    #expect(status != .good && console.text.isEmpty)
    #expect(console.told.notes.contains { $0.contains("127.0.0.1") })
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
