import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Folders of requests, and several requests at once", .timeLimit(.minutes(1)))
struct SessionFolderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (path, text) in [
      ("parley.yaml", "parley: 1\nid: folders1\nservers: { api: \"http://127.0.0.1:1\" }\n"),
      ("requests/cart/folder.yaml", "headers: { X-Cart: '1' } # of all\n"),
      ("requests/cart/read.yaml", "url: /cart # reads\n"),
      ("requests/cart/deep/pay.yaml", "method: POST\nurl: /pay\ncache: { invalidates: [cart/read] }\n"),
      ("requests/carton.yaml", "url: /carton\n"),
      ("requests/use.yaml", "url: '/x/{{response(\"cart/read\").id}}'\n"),
      ("groups/buy.yaml", "serial:\n  - request: cart/read # first\n  - request: cart/deep/pay\n  - request: carton\n"),
    ] { try folder.write(text, to: "w/\(path)") }
  }

  private func open() async throws -> Session {
    try await Session.open(at: folder.path("w"), state: StateFolder(path: folder.path("state")), passphraseCost: 16)
  }

  private func text(_ path: String) throws -> String { String(decoding: try folder.read("w/\(path)"), as: UTF8.self) }

  @Test(
    "a folder moves with its defaults and its folders, and what names its requests follows, byte for byte but for the name"
  )
  func moves() async throws {
    let session = try await open()
    #expect(session.files.naming(folder: "cart") == ["groups/buy.yaml", "requests/use.yaml"])
    try await session.store.drafts.save("cart/read", content: Array("draft".utf8))
    try await session.files.rename(folder: "cart", to: "shop/basket", everywhere: true)
    #expect(session.workspace.requests.map(\.id) == ["carton", "shop/basket/deep/pay", "shop/basket/read", "use"])
    #expect(try text("requests/shop/basket/folder.yaml") == "headers: { X-Cart: '1' } # of all\n")
    #expect(try text("groups/buy.yaml").hasPrefix("serial:\n  - request: shop/basket/read # first\n"))
    #expect(try text("groups/buy.yaml").contains("- request: carton\n"))
    #expect(try text("requests/shop/basket/deep/pay.yaml").contains("[shop/basket/read]"))
    #expect(try text("requests/use.yaml").contains("response(\"shop/basket/read\""))
    #expect(!session.workspace.diagnostics.hasErrors)
    #expect(try await session.store.drafts.load("shop/basket/read") != nil)
    #expect(!FileSystem.exists(folder.path("w/requests/cart")))
    await session.close()
  }

  @Test("a folder takes the place of one that it is in, though its requests get names that others of them leave")
  func outwards() async throws {
    try folder.write("url: /inner\n", to: "w/requests/cart/deep/deep/pay.yaml")
    let session = try await open()
    try await session.files.rename(folder: "cart/deep", to: "cart", everywhere: true)
    #expect(session.workspace.requests.map(\.id).contains("cart/pay"))
    #expect(session.workspace.requests.map(\.id).contains("cart/deep/pay"))
    #expect(try text("requests/cart/deep/pay.yaml") == "url: /inner\n")
    #expect(try text("groups/buy.yaml").contains("- request: cart/pay"))
    await session.close()
  }

  @Test("a folder of many requests is moved with one reading of the files, and a session that ended amid it goes on")
  func many() async throws {
    for index in 0..<40 { try folder.write("url: /\(index)\n", to: "w/requests/many/r\(index).yaml") }
    try folder.write(
      "serial:\n" + (0..<40).map { "  - request: many/r\($0)\n" }.joined(), to: "w/groups/many.yaml")
    let session = try await open()
    for index in 0..<40 { try await session.store.drafts.save("many/r\(index)", content: [UInt8(index)]) }
    let moves = (0..<40).map { (old: "many/r\($0)", new: "moved/r\($0)") }
    _ = try BegunRename(
      .request, from: moves[0].old, to: moves[0].new, FilesChange([]),
      more: moves.dropFirst().map { [$0.old, $0.new] }, beside: session.location.folder)
    try session.files.move(moves, everywhere: true)
    #expect(try text("groups/many.yaml").split(separator: "\n").count { $0.contains("request: moved/r") } == 40)
    await session.close()
    let next = try await open()
    for index in 0..<40 { #expect(try await next.store.drafts.load("moved/r\(index)")?.content == [UInt8(index)]) }
    #expect(BegunRename(leftBeside: next.location.folder) == nil)
    #expect(
      next.files.naming(requests: ["moved/r1", "cart/read"]) == [
        "groups/buy.yaml", "groups/many.yaml", "requests/cart/deep/pay.yaml", "requests/use.yaml",
      ])
    await next.close()
  }

  @Test("what cannot be is refused before anything moves: into itself, or over something that is there")
  func refusals() async throws {
    try folder.write("url: /taken\n", to: "w/requests/taken/read.yaml")
    let session = try await open()
    let before = session.workspace.requests.map(\.id)
    await #expect(throws: WorkspaceError.self) {
      try await session.files.rename(folder: "cart", to: "cart/deep", everywhere: true)
    }
    await #expect(throws: WorkspaceError.self) {
      try await session.files.rename(folder: "cart", to: "taken", everywhere: true)
    }
    await #expect(throws: WorkspaceError.self) {
      try await session.files.move(requests: ["cart/read", "taken/read"], into: "both")
    }
    try await session.reload()
    #expect(session.workspace.requests.map(\.id) == before)
    await session.close()
  }

  @Test("a folder is deleted with its defaults; files of somebody else in it stay, and so does their folder")
  func deletes() async throws {
    try folder.write("mine", to: "w/requests/cart/deep/notes.txt")
    let session = try await open()
    try await session.files.delete(folder: "cart")
    #expect(session.workspace.requests.map(\.id) == ["carton", "use"])
    #expect(try text("requests/cart/deep/notes.txt") == "mine")
    #expect(!FileSystem.exists(folder.path("w/requests/cart/folder.yaml")))
    await session.close()
  }

  @Test("marked requests move into one folder, wherever they were, and are named again; the top is a folder too")
  func several() async throws {
    let session = try await open()
    try await session.files.move(requests: ["cart/deep/pay", "carton"], into: "paid")
    #expect(session.workspace.requests.map(\.id) == ["cart/read", "paid/carton", "paid/pay", "use"])
    #expect(try text("groups/buy.yaml").contains("paid/pay") && text("groups/buy.yaml").contains("paid/carton"))
    try await session.files.move(requests: ["paid/pay"], into: "")
    #expect(session.workspace.requests.map(\.id).contains("pay"))
    try await session.files.delete(requests: ["pay", "use"])
    #expect(session.workspace.requests.map(\.id) == ["cart/read", "paid/carton"])
    await session.close()
  }
}
