import Glibc
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Opening a hostile folder", .timeLimit(.minutes(2)))
struct HostileFolderTests {
  private let outside: TemporaryFolder
  private let folder: TemporaryFolder

  init() throws {
    outside = try TemporaryFolder()
    folder = try TemporaryFolder()
    try outside.write("secret.yaml", "url: /secret\n")
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: http://127.0.0.1 }\n")
    try folder.write("requests/good.yaml", "url: /\n")
  }

  private func told() throws -> [String] {
    try Workspace.load(at: folder.path).diagnostics.map { "\($0.place.file): \($0.message)" }
  }

  @Test("does not read files outside through links")
  func escapingLink() throws {
    try folder.link("requests/leak.yaml", to: outside.at("secret.yaml"))
    #expect(try told() == ["requests/leak.yaml: the link points outside the workspace: it is ignored"])
    #expect(try Workspace.load(at: folder.path).requests.map(\.id) == ["good"])
  }

  @Test(
    "does not read folders outside through links, wherever they stand", arguments: ["requests/sub", "environments"])
  func escapingFolder(name: String) throws {
    try folder.link(name, to: outside.path)
    #expect(try told() == ["\(name): the link points outside the workspace: it is ignored"])
  }

  @Test("does not read parley.yaml through a link that leads out")
  func escapingWorkspaceFile() throws {
    try outside.write("parley.yaml", "parley: 1\nid: theirs\n")
    try folder.delete("parley.yaml")
    try folder.link("parley.yaml", to: outside.at("parley.yaml"))
    #expect(try told() == ["parley.yaml: the link points outside the workspace: it is ignored"])
    #expect(try Workspace.load(at: folder.path).definition.id == nil)
  }

  @Test("does not run in circles")
  func circle() throws {
    try folder.link("requests/again", to: folder.at("requests"))
    #expect(try told() == ["requests/again: links to folders are not followed: it is ignored"])
  }

  @Test("reads a link that stays inside")
  func innerLink() throws {
    try folder.link("requests/also.yaml", to: folder.at("requests/good.yaml"))
    try folder.link("requests/none.yaml", to: folder.at("requests/gone.yaml"))
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.requests.map(\.id) == ["also", "good"])
    #expect(workspace.diagnostics.map(\.message) == ["the link is broken: it is ignored"])
  }

  @Test("leaves out names that cannot be shown, and says so")
  func names() throws {
    try folder.write("requests/a\u{1B}[31m.yaml", "url: /\n")
    var name = Array((folder.path + "/requests/b").utf8CString.dropLast()) + [-1, -2]
    name += Array(".yaml".utf8CString)
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o644)
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(
      try told() == [
        #"requests/a\u{1B}[31m.yaml: the file's name is not printable UTF-8: it is ignored"#,
        "requests/b\u{FFFD}\u{FFFD}.yaml: the file's name is not printable UTF-8: it is ignored",
      ])
  }

  @Test("does not wait for a pipe, and passes over what is no file")
  func pipe() throws {
    try #require(mkfifo(folder.at("requests/pipe.yaml"), 0o644) == 0)
    #expect(try told().isEmpty)
    try folder.link("requests/link.yaml", to: folder.at("requests/pipe.yaml"))
    #expect(try Workspace.load(at: folder.path).requests.map(\.id) == ["good"])
  }

  @Test("passes over hidden files, editors' leavings and other endings")
  func leavings() throws {
    for name in [".login.yaml.swp", "login.yaml~", ".hidden.yaml", "README.md"] {
      try folder.write("requests/\(name)", "x")
    }
    try folder.write("requests/old.yml", "url: /\n")
    #expect(try told() == ["requests/old.yml: the file ends in .yml, expected .yaml: it is ignored"])
    #expect(try Workspace.load(at: folder.path).requests.map(\.id) == ["good"])
  }

  @Test("has bounds on depth and number")
  func bounds() throws {
    try folder.write("requests/a/b/c/d.yaml", "url: /\n")
    try folder.write("requests/e.yaml", "url: /\n")
    let limits = WorkspaceLimits(files: 1, depth: 2)
    let told = try Workspace.load(at: folder.path, limits: limits).diagnostics.map(\.code)
    #expect(told == [.tooDeep, .tooLarge])
  }

  @Test("tells a file that may not be read, and reads the rest")
  func unreadable() throws {
    try folder.write("requests/large.yaml", "url: /" + String(repeating: "x", count: 100))
    let limits = WorkspaceLimits(yaml: YAMLLimits(size: 64))
    let workspace = try Workspace.load(at: folder.path, limits: limits)
    #expect(
      workspace.diagnostics.map(\.message) == [
        "cannot read the file: it has more than 64 bytes"
      ])
    #expect(workspace.requests.map(\.hasErrors) == [false, true])
  }
}
