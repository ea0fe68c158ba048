import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley check reads every file", .timeLimit(.minutes(1)))
struct CheckCommandTests {
  private func check(
    _ files: [String: String], printsJSON: Bool = false, isStrict: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let workspace = try CommandFolder(files)
    let console = RecordingConsole()
    return (
      await CheckCommand(workspace.arguments, printsJSON: printsJSON, isStrict: isStrict).run(on: console), console
    )
  }

  @Test("without an error it counts what there is")
  func good() async throws {
    let checked = try await check(["requests/one.yaml": "url: /one\n", "requests/two.yaml": "url: /two\n"])
    #expect(checked.status == .good && checked.console.text.isEmpty)
    #expect(checked.console.told.notes.last?.contains("2 requests, 0 groups") == true)
  }

  @Test("an error has its file, line and column, and the word that was probably meant; the status is 4")
  func mistaken() async throws {
    let checked = try await check(["requests/one.yaml": "url: /one\nheadrs: { A: b }\n"])
    #expect(checked.status == .workspaceMistakes)
    #expect(checked.console.text.contains("requests/one.yaml:2:1") && checked.console.text.contains("headers"))
  }

  private static let typed = ["requests/one.yaml": "url: /one\nauth: { bearer: q7-Zv_19mBxa }\n"]

  @Test("a credential in a file is a warning with its place and the command that moves it; it is printed nowhere")
  func credentials() async throws {
    for printsJSON in [false, true] {
      let checked = try await check(Self.typed, printsJSON: printsJSON)
      #expect(checked.status == .good)
      #expect(checked.console.text.contains("parley secret move requests/one.yaml:2"))
      #expect(
        !checked.console.text.contains("q7-Zv")
          && checked.console.text.contains(printsJSON ? "\"line\"" : "************"))
    }
  }

  @Test("an error on the same line prints the line without the credential")
  func otherMistake() async throws {
    let checked = try await check(["requests/one.yaml": "url: /one\nauth: { bearer: q7-Zv_19mBxa, basik: 1 }\n"])
    #expect(checked.status == .workspaceMistakes && !checked.console.text.contains("q7-Zv"))
  }

  @Test("--strict makes the status of a warning 4, and leaves that of none")
  func strict() async throws {
    #expect(try await check(Self.typed, isStrict: true).status == .workspaceMistakes)
    #expect(try await check(["requests/one.yaml": "url: /one\n"], isStrict: true).status == .good)
  }

  @Test("as JSON, a list of objects")
  func json() async throws {
    let checked = try await check(["requests/one.yaml": "url: [1]\n"], printsJSON: true)
    let list = try JSONValue(parsing: Array(checked.console.text.utf8)).array
    #expect(list?.first?["line"] == 1 && list?.first?["severity"] == "error")
  }
}
