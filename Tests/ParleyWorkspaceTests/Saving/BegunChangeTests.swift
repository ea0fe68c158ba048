import Glibc
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Files that are written together", .timeLimit(.minutes(1)))
struct BegunChangeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: a\n")
    try folder.write("requests/old.yaml", "url: /old\n")
    try folder.write("requests/gone.yaml", "url: /gone\n")
  }

  private var items: [FilesChange.Item] {
    [
      .init(file: "requests/new/one.yaml", before: nil, after: Array("url: /one\n".utf8)),
      .init(file: "requests/old.yaml", before: Array("url: /old\n".utf8), after: Array("url: /newer\n".utf8)),
      .init(file: "requests/gone.yaml", before: Array("url: /gone\n".utf8), after: nil),
    ]
  }

  private func listing() throws -> [String] { try LinkedFolderTests.listing(folder.path) }

  private static let after = [
    "/parley.yaml: parley: 1\nid: a\n", "/requests", "/requests/new", "/requests/new/one.yaml: url: /one\n",
    "/requests/old.yaml: url: /newer\n",
  ]

  @Test("are all there, and nothing else is left")
  func whole() throws {
    try FilesChange(items).make(in: folder.path)
    #expect(try listing() == Self.after)
  }

  @Test("are finished by whoever reads the workspace next, once the change was begun", arguments: 0...3)
  func finished(already: Int) throws {
    try BegunChange(items, in: folder.path).commit()
    // As far as a program got that was killed.
    if already > 0 {
      try folder.write("requests/new/one.yaml", "url: /one\n")
      unlink(folder.at(".parley-change/0"))
    }
    if already > 1 { rename(folder.at(".parley-change/1"), folder.at("requests/old.yaml")) }
    if already > 2 { unlink(folder.at("requests/gone.yaml")) }
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.requests.map(\.id) == ["new/one", "old"])
    #expect(try listing() == Self.after)
  }

  @Test("are finished by whoever writes a file next")
  func finishedByWriting() throws {
    try BegunChange(items, in: folder.path).commit()
    try FilesChange([.init(file: "requests/other.yaml", before: nil, after: [])]).make(in: folder.path)
    #expect(try listing() == Self.after.dropLast() + [Self.after[4], "/requests/other.yaml: "])
  }

  @Test("are as they were, where the program ended before the change was begun")
  func takenBack() throws {
    let before = try listing()
    _ = try BegunChange(items, in: folder.path)
    _ = try Workspace.load(at: folder.path)
    #expect(try listing() == before)
  }

  @Test("are as they were where one of them cannot be written", arguments: [0, 1, 2])
  func refused(_ number: Int) throws {
    let file = items[number].file
    if number == 0 { try folder.write(file, "url: /mine\n") } else { try folder.write(file, "url: /changed\n") }
    let before = try listing()
    #expect(throws: number == 0 ? SaveError.exists(file: file) : .changedOnDisk(file: file)) {
      try FilesChange(items).make(in: folder.path)
    }
    #expect(try listing() == before)
  }

  @Test("leave what somebody has changed since the program ended")
  func changed() throws {
    try BegunChange(items, in: folder.path).commit()
    try folder.write("requests/old.yaml", "url: /mine\n")
    _ = try Workspace.load(at: folder.path)
    #expect(try folder.text("requests/old.yaml") == "url: /mine\n")
    #expect(try folder.text("requests/new/one.yaml") == "url: /one\n")
    #expect(!FileSystem.exists(folder.at(".parley-change")))
  }

  @Test(
    "write nothing hidden and nothing outside, whatever a folder brings along",
    arguments: [".git/hooks/pre-commit", "../out", "/tmp/out", "a/../../out", "a//b", ""])
  func hostile(_ file: String) throws {
    try folder.write(".parley-change/0", "x")
    let sum = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    try folder.write(
      ".parley-change/journal", #"{"version":1,"files":[{"file":"\#(file)","before":null,"after":"\#(sum)"}]}"#)
    let before = try listing()
    let workspace = try Workspace.load(at: folder.path)
    #expect(workspace.diagnostics.first?.code == .unreadableFile)
    #expect(try listing() == before)
  }

  @Test("A folder that is a workspace only once the change is finished is found")
  func found() throws {
    unlink(folder.at("parley.yaml"))
    let new = FilesChange.Item(file: "parley.yaml", before: nil, after: Array("parley: 1\nid: a\n".utf8))
    try BegunChange(items + [new], in: folder.path).commit()
    #expect(try Workspace.folder(above: folder.at("requests")) == folder.path)
    #expect(try Workspace.load(at: folder.path).requests.count == 2)
  }

  @Test("A moved file keeps its permissions")
  func permissions() throws {
    chmod(folder.at("requests/gone.yaml"), 0o640)
    var moved = items[0]
    moved.movedFrom = "requests/gone.yaml"
    try FilesChange([moved, items[2]]).make(in: folder.path)
    #expect(FileSystem.permissions(of: folder.at("requests/new/one.yaml")) == 0o640)
  }

  @Test("A new folder is there whole, or not at all, whatever a program left that was killed")
  func newFolder() throws {
    let place = folder.at("shop")
    try folder.write(".shop.parley-new/requests/half.yaml", "url: /half\n")
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try NewFolder.make(at: place) { aside in
        try FilesChange(items.prefix(1) + []).make(in: aside)
        throw Refusal()
      }
    }
    #expect(!FileSystem.exists(place))
    try NewFolder.make(at: place) { aside in
      try FilesChange([items[0]]).make(in: aside)
      #expect(!FileSystem.exists(place))
    }
    #expect(
      try LinkedFolderTests.listing(place) == ["/requests", "/requests/new", "/requests/new/one.yaml: url: /one\n"])
    #expect(!FileSystem.exists(folder.at(".shop.parley-new")))
  }
}
