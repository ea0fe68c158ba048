import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A request expects its response to fit a schema", .timeLimit(.minutes(1))) struct ExpectedSchemaTests {
  private static let description = """
    openapi: 3.1.0
    info: { title: Pets, version: "1" }
    paths:
      /pets/{id}:
        get:
          operationId: showPet
          responses:
            "200":
              description: a pet
              content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
            4XX: { description: none }
    components:
      schemas:
        Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
    """

  private func workspace(_ reply: RawReply) throws -> SendingWorkspace {
    try SendingWorkspace(
      [reply],
      files: ["openapi/pets.yaml": Self.description, "schemas/pet.json": #"{"$defs": {"Pet": {"required": ["age"]}}}"#])
  }

  private func failure(_ expect: String, _ reply: RawReply) async throws -> String? {
    try await workspace(reply).send("url: /pets/1\noperation: pets#showPet\nexpect: \(expect)\n").validationFailure?
      .summary
  }

  private static func json(_ text: String, status: String = "200 OK") -> RawReply {
    .text(text, status: status, headers: ["Content-Type: application/json"])
  }

  @Test(
    "written in place, in a file of the workspace, in the description, or that of its operation",
    arguments: [
      ("{ schema: { required: [name] } }", #"Expected a body that fits the schema: .name is missing."#),
      (
        "{ schema: 'schemas/pet.json#/$defs/Pet' }",
        ##"Expected a body that fits schemas/pet.json#/$defs/Pet: .age is missing."##
      ),
      (
        "{ schema: 'openapi/pets.yaml#/components/schemas/Pet' }",
        "Expected a body that fits openapi/pets.yaml#/components/schemas/Pet: .name is missing."
      ),
      ("{ schema: operation }", "Expected a response of the operation showPet: .name is missing."),
    ])
  func kinds(expect: String, failure wanted: String) async throws {
    #expect(try await failure(expect, Self.json("{}")) == wanted)
    #expect(try await failure(expect, Self.json(#"{"name": "Rex", "age": 3}"#)) == nil)
  }

  @Test("a status and a content type that the description does not have fail too")
  func undescribed() async throws {
    #expect(
      try await failure("{ status: any, schema: operation }", Self.json("{}", status: "500 Broken"))
        == "Expected a response of the operation showPet: the status 500 is not in the description (200, 4XX).")
    #expect(try await failure("{ status: any, schema: operation }", Self.json("{}", status: "404 Not Found")) == nil)
    #expect(
      try await failure("{ schema: operation }", .text("<p>", headers: ["Content-Type: text/html"]))?.contains(
        "is not in the description (application/json)") == true)
  }

  @Test("a file that is not there, and a request without an operation, say so")
  func nothing() async throws {
    #expect(
      try await failure("{ schema: none.json }", Self.json("{}"))?.hasSuffix(
        "the file “none.json” is not there, or cannot be read.") == true)
    let response = try await workspace(Self.json("{}")).send("url: /\nexpect: { schema: operation }\n")
    #expect(response.validationFailure?.reason == "the request has no key `operation`")
  }

  @Test("inherited as that of the operation it means only requests that have one")
  func inherited() async throws {
    let workspace = try SendingWorkspace(
      [Self.json("{}")], workspace: "defaults: { expect: { schema: operation } }\n",
      files: ["openapi/pets.yaml": Self.description])
    #expect(try await workspace.send("url: /\n").validationFailure == nil)
    #expect(try await workspace.send("url: /\noperation: showPet\n").validationFailure?.reason == ".name is missing")
  }

  @Test("a schema file that is not there is a mistake in the file, before anything is sent")
  func missing() throws {
    let request = try Workspace.reading("url: /\nexpect: { schema: 'none.json#/a' }\n")
    #expect(request.diagnostics.contains { $0.sentence.contains("there is no file “none.json”") })
  }

  @Test(
    "a path out of the workspace is a mistake in the file",
    arguments: ["../outside.json", "/etc/passwd", "https://a.test/b.json"])
  func outside(path: String) throws {
    let request = try Workspace.reading("url: /\nexpect: { schema: '\(path)' }\n")
    #expect(request.diagnostics.contains { $0.sentence.contains("a file of the workspace") })
  }
}

extension Workspace {
  fileprivate static func reading(_ request: String) throws -> Workspace {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: test\n")
    try folder.write("requests/r.yaml", request)
    return try Workspace.load(at: folder.path)
  }
}
