import Glibc
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What runs is what was hashed", .timeLimit(.minutes(1)))
struct CommandFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try program("tools/sign.sh", #"echo "\"first $(cat "$(dirname "$0")/name.txt") $1\"""#)
    try folder.write("tools/name.txt", "of ada")
  }

  private func program(_ name: String, _ script: String) throws {
    try folder.write(name, "#!/bin/sh\n\(script)\n")
    chmod(folder.at(name), 0o755)
  }

  private func files(_ arguments: String...) -> (CommandFiles, [String]) {
    (CommandFiles(of: arguments, root: folder.path), arguments)
  }

  private func run(_ pinned: (files: CommandFiles, arguments: [String])) async throws -> JSONValue {
    try await ProgramJob(arguments: pinned.arguments, directory: folder.path, files: pinned.files).run(on: nil).value
  }

  @Test("A program that is swapped after it was hashed runs as it was, and finds what is beside it")
  func swapped() async throws {
    let pinned = files("./tools/sign.sh", "now")
    try program("tools/sign.sh", #"echo '"second"'"#)
    #expect(try await run(pinned) == "first of ada now")
    #expect(try await run(files("./tools/sign.sh")) == "second")
  }

  @Test("So does a script that an interpreter is given, and a program that was moved away or became a link")
  func scripts() async throws {
    let pinned = files("sh", "tools/sign.sh", "x")
    try folder.delete("tools/sign.sh")
    try program("evil.sh", #"echo '"evil"'"#)
    try folder.link("tools/sign.sh", to: folder.at("evil.sh"))
    #expect(try await run(pinned) == "first of ada x")
  }

  @Test("A secret's command and a passphrase's run as they were hashed")
  func secrets() async throws {
    let (files, arguments) = files("./tools/sign.sh", "s")
    try program("tools/sign.sh", "echo evil")
    let providers = ValueProviders(directory: folder.path)
    #expect(try await providers.output(of: arguments, as: files) == #""first of ada s""#)
  }

  @Test("Copies are private, go away, and no message names them")
  func copies() async throws {
    let (failing, arguments) = try {
      try program("fail.sh", #"echo "$0" >&2; exit 3"#)
      return files("./fail.sh")
    }()
    let copy = try failing.copied()
    let place = try #require(copy.arguments.first)
    var status = stat()
    #expect(stat(place.parentPath, &status) == 0 && status.st_mode & 0o077 == 0)
    #expect(copy.original(place) == folder.at("fail.sh"))
    copy.remove()
    #expect(stat(place.parentPath, &status) != 0)
    #expect(try folder.text("tools/name.txt") == "of ada")

    let error = await #expect(throws: RenderError.self) {
      try await ValueProviders(directory: folder.path).output(of: arguments, as: failing)
    }
    #expect(error == .command(arguments, .failed(status: 3, standardError: folder.at("fail.sh"))))
  }

  @Test("A name without a slash is a program of PATH, whatever the workspace has")
  func names() throws {
    try program("sh", "echo no")
    #expect(try files("sh", "-c", "true").0.copied().arguments == ["sh", "-c", "true"])
  }
}
