import Foundation
import ParleyEngine
import ParleyFormats
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Requests and groups become programs", .timeLimit(.minutes(5)))
struct CodeExportTests {
  /// The demo's purchase, and each of its requests.
  private static let names = ["checkout", "tools", "auth", "item", "user"]
  private static let languages: [ExportFormat] = [.curl, .swift, .python, .javascript, .go, .k6]

  private func export(_ format: ExportFormat, _ names: [String]) async throws -> ExportedFile {
    try await exports(format, each: [names])[0]
  }

  /// An export for each list of names.
  private func exports(_ format: ExportFormat, each lists: [[String]]) async throws -> [ExportedFile] {
    let folder = try TemporaryDirectory()
    let session = try await Session.open(
      at: ExportedDemo.workspace, state: StateFolder(path: folder.path("state")), environment: "local",
      given: ["password": "hunter22"])
    var files: [ExportedFile] = []
    for names in lists { files.append(try await session.exports.file(format, ExportWish(names))) }
    await session.close()
    return files
  }

  /// What a program says that checks an export of each of the names.
  private func complaint(
    of program: [String], about format: ExportFormat, named ending: String, each isAlone: Bool = false
  ) async throws -> String? {
    let folder = try TemporaryDirectory()
    var files: [String] = []
    let lists = Self.names.map { [$0] } + [["user/login", "user/profile"]]
    for (number, file) in try await exports(format, each: lists).enumerated() {
      files.append(try folder.write(file.text, to: "\(number).\(ending)"))
    }
    for files in isAlone ? files.map({ [$0] }) : [files] {
      let done = try await FinishedProcess.run("/usr/bin/env", program + files)
      if done.status != 0 { return "\(done.outputText)\(done.errorText)" }
    }
    return nil
  }

  private func has(_ program: String) async throws -> Bool {
    try await FinishedProcess.run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]).status == 0
  }

  @Test(
    "a program for Swift compiles against the library",
    arguments: [["checkout"], ["tools", "auth"], ["item", "user", "cart"]])
  func swift(names: [String]) async throws {
    let text = try await export(.swift, names).text
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "program.swift")
    let build = "\(Repository.root)/.build/debug"
    let shims = ["CCurl", "COpenSSL", "CPSL", "CPCRE2", "CGlibcExtras"].flatMap { name -> [String] in
      let source = "\(Repository.root)/Sources/\(name)"
      let map = [
        "\(source)/module.modulemap", "\(source)/include/module.modulemap", "\(build)/\(name).build/module.modulemap",
      ]
      .first { FileManager.default.fileExists(atPath: $0) }
      return map.map { ["-Xcc", "-fmodule-map-file=\($0)"] } ?? []
    }
    let words =
      ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", "\(build)/Modules"] + shims
      + [folder.path("program.swift")]
    let done = try await FinishedProcess.run("/usr/bin/env", words)
    #expect(done.status == 0, "\(done.errorText.prefix(4_000))")
  }

  @Test("a program for Python compiles, one for Node and k6 parses, a shell script is one, Go is as gofmt has it")
  func syntax() async throws {
    #expect(try await complaint(of: ["python3", "-m", "py_compile"], about: .python, named: "py") == nil)
    #expect(try await complaint(of: ["bash", "-n"], about: .curl, named: "sh", each: true) == nil)
    if try await has("node") {
      for format in [ExportFormat.javascript, .k6] {
        #expect(try await complaint(of: ["node", "--check"], about: format, named: "mjs", each: true) == nil)
      }
    }
    if try await has("gofmt") {
      #expect(try await complaint(of: ["gofmt", "-l"], about: .go, named: "go") == nil)
    }
  }

  @Test("no program holds a secret: it reads them from the environment", arguments: languages)
  func secrets(format: ExportFormat) async throws {
    let file = try await export(format, ["user/login"])
    #expect(!file.text.contains("hunter22") && file.text.contains("PASSWORD"))
    #expect(file.text.contains("ada@example.com"))
  }

  @Test("what runs at the same time, what is left out, and what k6 cannot evaluate is told")
  func notes() async throws {
    let notes = try await export(.k6, ["checkout"]).notes.map(\.text)
    #expect(notes.contains("What runs at the same time in Parley runs one after another."))
    #expect(notes.contains { $0.hasPrefix("k6 cannot do .result | min_by(.price)") })
    #expect(notes.contains { $0.contains("tools/sign.sh") })
    #expect(
      ExportError.namesNothing(format: "Python (httpx)").summary
        == "An export to Python (httpx) needs a request or a group to send.")
    await #expect(throws: ExportError.namesNothing(format: "Python (httpx)")) { try await export(.python, []) }
  }
}
