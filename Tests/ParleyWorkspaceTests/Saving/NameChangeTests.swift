import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Renaming a request where files name it", .timeLimit(.minutes(2))) struct NameChangeTests {
  private static let group = """
    # The whole purchase.\r
    serial:\r
      - request: cart/add    # twice\r
      - { request: "cart/add", as: again , when: '$steps.add.n > 0' }
      - request: 'cart/add'
        as: third
      - { local: see, jq: '"cart/add"' }
      - {request: item/list, with: {query: {a: "{{steps.add.n}}", b: '{{response(''cart/add'').n}}'}}}

    """

  private func workspace(_ files: [String: String] = [:]) throws -> SendingWorkspace {
    try SendingWorkspace(
      files: [
        "groups/buy.yaml": Self.group,
        "groups/block.yaml": "serial:\n  - request: cart/add\n    when: '$steps.add == null'\n  - request: item/list",
        "groups/other.yaml": "serial:\n  - request: item/list\n",
        "requests/cart/add.yaml": "url: /add\n",
        "requests/item/list.yaml": "url: /list\ncache: { invalidates: [cart/add, item/list] }\n",
        "requests/item/after.yaml":
          #"url: /after/{{response("cart/add").items[0].id}}?x={{ response("item/list").id }}"# + "\n",
      ].merging(files) { $1 })
  }

  private func text(_ workspace: SendingWorkspace, _ file: String) throws -> String {
    String(decoding: try FileSystem.read(workspace.folder.path("w/\(file)"), limit: 1 << 20), as: UTF8.self)
  }

  @Test("keeps files apart whose names look alike")
  func lookalikes() async throws {
    let (composed, decomposed) = ("groups/caf\u{E9}.yaml", "groups/cafe\u{301}.yaml")
    let workspace = try workspace()
    try workspace.folder.write("serial: [{ request: cart/add }]\n", to: "w/\(composed)")
    try workspace.folder.write("# two\nserial: [{ request: cart/add }]\n", to: "w/\(decomposed)")
    let session = try await workspace.open()
    try session.files.move("cart/add", to: "cart/put", everywhere: true)
    await session.close()
    #expect(try text(workspace, composed) == "serial: [{ request: cart/put }]\n")
    #expect(try text(workspace, decomposed) == "# two\nserial: [{ request: cart/put }]\n")
  }

  @Test("patches groups, caches and templates, and leaves every other byte as it is")
  func patches() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    #expect(
      NameUses(in: session.workspace).files(namingRequest: "cart/add") == [
        "groups/block.yaml", "groups/buy.yaml", "requests/item/after.yaml", "requests/item/list.yaml",
      ])
    let other = try text(workspace, "groups/other.yaml")
    try session.files.move("cart/add", to: "basket/put", everywhere: true)
    var expected = Self.group
    expected = expected.replacing(
      "request: cart/add    # twice\r\n", with: "request: basket/put    # twice\r\n    as: add\r\n")
    expected = expected.replacing(#"request: "cart/add", as"#, with: #"request: "basket/put", as"#)
    expected = expected.replacing("request: 'cart/add'", with: "request: 'basket/put'")
    expected = expected.replacing("response(''cart/add'')", with: "response(''basket/put'')")
    #expect(try text(workspace, "groups/buy.yaml") == expected)
    #expect(try text(workspace, "groups/other.yaml") == other)
    #expect(
      try text(workspace, "requests/item/list.yaml") == "url: /list\ncache: { invalidates: [basket/put, item/list] }\n")
    #expect(try text(workspace, "requests/item/after.yaml").contains(#"{{response("basket/put").items[0].id}}"#))
    let after = try await session.reload()
    #expect(NameUses(in: after).files(namingRequest: "cart/add").isEmpty && after.request("basket/put") != nil)
    await session.close()
  }

  @Test(
    "a step keeps the name that others use, or that would be another's; one that nobody speaks of follows the request")
  func names() async throws {
    let workspace = try workspace([
      "groups/buy.yaml": "serial: [{ request: cart/add }, { request: item/list }]\n",
      "groups/block.yaml":
        "concurrent:\n  - request: cart/add\n  - { local: put, wait: 1ms }\n  - request: item/list # last",
    ])
    let session = try await workspace.open()
    try session.files.move("cart/add", to: "basket/put", everywhere: true)
    #expect(try text(workspace, "groups/buy.yaml") == "serial: [{ request: basket/put }, { request: item/list }]\n")
    #expect(
      try text(workspace, "groups/block.yaml")
        == "concurrent:\n  - request: basket/put\n    as: add\n  - { local: put, wait: 1ms }\n  - request: item/list # last"
    )
    try await session.reload()
    try session.files.move("item/list", to: "item/put", everywhere: true)
    #expect(try text(workspace, "groups/block.yaml").hasSuffix("  - request: item/put # last\n    as: list"))
    let mistakes = try await session.reload().diagnostics.filter { $0.place.file.hasPrefix("groups/") }
    #expect(mistakes.isEmpty)
    await session.close()
  }

  @Test("writes nothing where a file has changed since it was read, or cannot be changed")
  func refused() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    try workspace.folder.write(Self.group + "# mine\n", to: "w/groups/buy.yaml")
    #expect(throws: SaveError.changedOnDisk(file: "groups/buy.yaml")) {
      try session.files.move("cart/add", to: "basket/put", everywhere: true)
    }
    try await session.reload()
    #expect(throws: SaveError.self) { try session.files.move("cart/add", to: "it's/put", everywhere: true) }
    #expect(try text(workspace, "groups/buy.yaml") == Self.group + "# mine\n")
    #expect(try text(workspace, "groups/block.yaml").contains("cart/add"))
    #expect(FileSystem.exists(workspace.folder.path("w/requests/cart/add.yaml")))
    await session.close()
  }
}

@Suite("The id that is nearest to one there is none of", .timeLimit(.minutes(2))) struct NearestIDTests {
  private let known = [
    "user/login", "user/logout", "cart/add-item", "cart/pay", "item/list", "order/list", "shop/basket/show",
  ]

  @Test(
    "is a slip, the same name in another folder, or the same with more behind it",
    arguments: [
      ("user/logn", "user/login"), ("user/show", "shop/basket/show"), ("cart/add", "cart/add-item"),
      ("basket/pay", "cart/pay"), ("shop/list", nil), ("nothing", nil),
    ] as [(String, String?)])
  func nearest(id: String, expected: String?) {
    #expect(NearestID.of(id, among: known) == expected)
  }

  @Test(
    "or one of a few: of that name in several folders, or of a name that is a slip away",
    arguments: [
      ("login", "Did you mean “auth/login” or “user/login”?"), ("logn", "Did you mean “auth/login” or “user/login”?"),
      ("list", "Did you mean “item/list” or “order/list”?"), ("pay", "Did you mean “cart/pay”?"), ("nothing", nil),
    ] as [(String, String?)])
  func several(id: String, expected: String?) {
    #expect(NearestID.question(id, among: known + ["auth/login"]) == expected)
  }

  @Test("stands beside the step of a group that names a request which was renamed by hand")
  func check() throws {
    let folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://h' }\n")
    try folder.write("requests/basket/put.yaml", "url: /\n")
    try folder.write("requests/other.yaml", "url: /\ncache: { invalidates: [cart/put] }\n")
    try folder.write("groups/g.yaml", "serial: [{ request: cart/put }]\n")
    let told = try Workspace.load(at: folder.path).diagnostics.map(\.sentence)
    #expect(told == Array(repeating: "unknown request “cart/put”; did you mean “basket/put”?", count: 2))
  }
}
