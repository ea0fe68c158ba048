import ParleyFiles
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Values given for names that no file declares", .timeLimit(.minutes(1)))
struct GivenNameTests {
  private func notes(_ names: String...) async throws -> [String] {
    let workspace = try SendingWorkspace(
      files: [
        "requests/get.yaml": "url: /x/{{userId}}\nheaders: { X-Code: '{{prompt(\"code\")}}' }\nquery: { per: '20' }\n",
        "environments/local.yaml": "vars: { email: ada@example.com }\n",
      ])
    let session = try await workspace.open()
    let notes = GivenNames(in: session.workspace, environment: "local").notes(on: names)
    await session.close()
    return notes
  }

  @Test("say where to declare them where a template uses them")
  func used() async throws {
    #expect(
      try await notes("userId") == [
        "A value is given for “userId”, which no file declares. "
          + "Declare it under `vars` in environments/local.yaml: userId: \"\""
      ])
  }

  @Test("name the nearest one where nothing uses them")
  func unused() async throws {
    #expect(
      try await notes("emial") == [
        "A value is given for “emial”, which no file uses or declares. Did you mean “email”?"
      ])
    let note = try await notes("zzz").first
    #expect(note?.hasSuffix("Names are declared under `vars` in environments/local.yaml.") == true)
  }

  @Test("are not those of parameters")
  func parameters() async throws {
    #expect(
      try await notes("per").first?.hasPrefix("A value is given for “per”, which no file uses or declares.") == true)
  }

  @Test("are not mentioned where they are declared, or answer a question")
  func known() async throws {
    #expect(try await notes("email", "code") == [])
  }
}
