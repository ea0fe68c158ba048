import Glibc
import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("What is written into a workspace stays below it, whatever links it has", .timeLimit(.minutes(2)))
struct LinkedFolderTests {
  /// Something that writes into a workspace, and a place on its way.
  struct Writer: Sendable, CustomTestStringConvertible {
    let name: String
    /// Within the workspace: a link that leads out of it stands there.
    let link: String
    let write: @Sendable (Session) async throws -> Void

    var testDescription: String { "\(name), \(link)" }
  }

  private static let description = """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    servers: [{ url: "https://shop.test" }]
    paths:
      /items: { get: { tags: [items], operationId: listItems } }
    """

  private static let importing: @Sendable (Session) async throws -> Void = { session in
    let api = try ImportedAPI(ImportSource("shop.yaml", Array(description.utf8)))
    try ImportPlan(api, at: session.workspace.root).write()
  }

  private static func text(of file: String) -> [UInt8] { Array("url: /\(file)\n".utf8) }

  static let writers: [Writer] =
    ["requests", "requests/shop", "requests/shop/items", "openapi"].map {
      Writer(name: "import", link: $0, write: importing)
    }
    + [
      Writer(name: "save", link: "requests/one.yaml") { session in
        var edited = RequestDefinition()
        edited.url = "/two"
        _ = try TextFile(
          root: session.workspace.root, source: SourceText(file: "requests/one.yaml", bytes: text(of: "one"))
        ).write(Array("url: /two\n".utf8))
      },
      Writer(name: "overwrite", link: "requests/a") { session in
        let file = TextFile(
          root: session.workspace.root, source: SourceText(file: "requests/a/one.yaml", bytes: text(of: "one")))
        _ = try file.write(Array("url: /two\n".utf8), overwriting: true)
      },
      Writer(name: "create a request", link: "requests/a") { session in
        var new = RequestDefinition()
        new.url = "/new"
        try session.files.create(new, as: "a/new")
      },
      Writer(name: "create a group", link: "groups") { try $0.files.createGroup("g") },
      Writer(name: "move a request", link: "requests/a") { try $0.files.move("kept", to: "a/moved") },
      Writer(name: "move a request everywhere", link: "requests/a") {
        try $0.files.move("kept", to: "a/moved", everywhere: true)
      },
      Writer(name: "duplicate a request", link: "requests/a") { try $0.files.duplicate("kept", as: "a/copy") },
      Writer(name: "create an environment", link: "environments") {
        _ = try await $0.environments.edit(.create(EnvironmentSummary("new")))
      },
      Writer(name: "set a variable", link: "environments/local.yaml") { session in
        let item = FilesChange.Item(
          file: "environments/local.yaml", before: text(of: "local"), after: Array("vars: { a: 1 }\n".utf8))
        try FilesChange([item]).make(in: session.workspace.root)
      },
      Writer(name: "change several files", link: "requests/a") { session in
        let items = ["parley.yaml.txt", "requests/a/b.yaml"].map {
          FilesChange.Item(file: $0, before: nil, after: Array("x".utf8))
        }
        try FilesChange(items).make(in: session.workspace.root)
      },
      Writer(name: "record a mock", link: "mocks") { session in
        try FileUpdate.change("mocks/recorded.yaml", in: session.workspace.root, limit: 1000) { _ in [1] }
      },
      Writer(name: "change parley.yaml", link: "parley.yaml") { session in
        try session.sharedKeys.declare("token", cipher: "gzip", scope: .environment)
      },
      Writer(name: "export", link: "out") { session in
        try ExportedFile("text").write(to: session.workspace.root + "/out/x.json")
      },
      Writer(name: "export several files", link: "out") { session in
        let beside = [ExportedFile.Companion(name: .fixed("b.json"), text: "b")]
        try ExportedFile("text", companions: beside).write(to: session.workspace.root + "/out/x.json")
      },
      Writer(name: "export a file that is a link", link: "out.json") { session in
        try ExportedFile("text").write(to: session.workspace.root + "/out.json", replacing: true)
      },
      Writer(name: "make a key file", link: "keys") { session in
        try await session.sharedKeys.declareCipher("vault", keyFile: "keys/vault.key")
      },
    ]

  @Test("no writer follows a link out, and it says so", arguments: writers)
  func stays(_ writer: Writer) async throws {
    let place = try SendingWorkspace(files: [
      "requests/kept.yaml": "url: /kept\n", "groups/x.yaml": "serial: [{ request: kept }]\n",
    ])
    let session = try await place.open()
    let (root, outside) = (session.workspace.root, try TemporaryFolder())
    let isFile = writer.link.contains(".")
    let target = isFile ? try outside.write("file", Self.text(of: "one")) : outside.path
    try Self.link(target, at: root + "/" + writer.link)
    let before = try Self.listing(outside.path)
    let inside = try Self.listing(root)
    let error = await #expect(throws: (any Error).self) { try await writer.write(session) }
    #expect(
      (error as? any ExplainedError)?.description.contains("leads out of the workspace") == true,
      "\(String(describing: error))")
    #expect(try Self.listing(outside.path) == before)
    #expect(try Self.listing(root) == inside)
    await session.close()
  }

  @Test(
    "a person leads out by .. on purpose, from a folder inside, too",
    arguments: ["../out.txt", "./../out.txt", "requests/../../out.txt", "requests/deep/../../../out.txt"])
  func above(path: String) throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("w/parley.yaml", "parley: 1\n")
    try folder.write("w/requests/deep/r.yaml", "url: /\n")
    try OutputFile.write(Array("7".utf8), to: folder.path.appendingPath("w/\(path)"))
    #expect(FileSystem.exists(folder.path.appendingPath("out.txt")))
    try Self.link(outside.path, at: folder.path.appendingPath("w/away"))
    #expect(throws: FileError.self) { try OutputFile.write([], to: folder.path.appendingPath("w/away/../out.txt")) }
  }

  @Test("a link that stays inside is followed, and stays a link")
  func inside() async throws {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\n")
    try folder.write("shared/one.yaml", Self.text(of: "one"))
    for target in ["../shared", folder.at("shared")] {
      try Self.link(target, at: folder.at("requests/a"))
      let file = TextFile(
        root: folder.path, source: SourceText(file: "requests/a/one.yaml", bytes: try folder.bytes("shared/one.yaml")))
      _ = try file.write(Array("url: \(target)\n".utf8))
      #expect(try folder.text("shared/one.yaml") == "url: \(target)\n")
      #expect(FileSystem.kind(of: folder.at("requests/a")) == .symbolicLink)
      unlink(folder.at("requests/a"))
    }
  }

  private static func link(_ target: String, at path: String) throws {
    try FileSystem.makeDirectories(path.parentPath)
    FileSystem.deleteTree(path)
    try #require(symlink(target, path) == 0)
  }

  /// Every name below a folder, with what the files say.
  static func listing(_ folder: String, below path: String = "") throws -> [String] {
    try Directory.entries(folder).flatMap { entry -> [String] in
      let name = entry.name ?? "?"
      let (inner, whole) = (path + "/" + name, folder.appendingPath(name))
      switch entry.kind {
      case .directory: return [inner] + (try listing(whole, below: inner))
      case .symbolicLink: return ["\(inner) -> \(FileSystem.target(ofLink: whole) ?? "")"]
      default: return ["\(inner): \(String(decoding: try FileSystem.read(whole, limit: 1 << 20), as: UTF8.self))"]
      }
    }
  }
}
