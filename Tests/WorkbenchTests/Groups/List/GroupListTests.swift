import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("Groups in their list: made, moved, duplicated, deleted, folded, filtered", .timeLimit(.minutes(1)))
struct GroupListTests {
  private static let short = "serial:\n  - request: item/list\n  - { local: first, jq: '.items[0]' }\n"

  private func groups(_ screen: GroupScreen) async throws -> [String] {
    try await screen.session.reload().groups.map(\.id)
  }

  @Test("a new group is made in the folder of the cursor, and a adds its first step at once")
  func new() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("a")
    await screen.bench.type("deep/new")
    try await screen.bench.press("Enter")
    let made = await screen.bench.idle()
    #expect(made.contains("This group has no steps yet.") && made.contains("▾ deep"))
    try await screen.bench.press("a")
    await screen.bench.type("item/list")
    try await screen.bench.press("Enter", "Esc", "Ctrl-S")
    await screen.bench.idle()
    #expect(try screen.folder.text("w/groups/deep/new.yaml") == "serial:\n  - request: item/list\n")
    try await screen.bench.press("F5")
    await screen.bench.idle()
    #expect(try await screen.newest().nodes.map(\.name) == ["list"])
    try await screen.bench.press("Esc", "a")
    #expect(screen.bench.terminal.text.contains("deep/"))
  }

  @Test("a name that is taken, or that no file can have, is refused in the form")
  func names() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("a")
    await screen.bench.type("shop")
    try await screen.bench.press("Enter")
    #expect(screen.bench.terminal.text.contains("The group “shop” already exists."))
    try await screen.bench.press("Ctrl-U")
    await screen.bench.type("../up")
    try await screen.bench.press("Enter")
    #expect(screen.bench.terminal.text.contains("A name looks like shop/checkout"))
  }

  @Test("renaming moves the draft with what can be undone, the runs and the breakpoints along")
  func rename() async throws {
    let screen = try await GroupScreen(file: Self.short)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("g", "Enter", "b", "Space")
    await bench.idle()
    try await bench.press("Esc", "g", "r", "Ctrl-U")
    await bench.type("store/buy")
    try await bench.press("Enter")
    let moved = await bench.idle()
    #expect(moved.contains("Moved shop to store/buy.") && moved.contains("▾ store") && moved.contains("buy ✎"))
    #expect(moved.contains("1 ✓"))
    #expect(try await groups(screen) == ["store/buy"])
    #expect(try await screen.session.store.runs.groups() == ["store/buy"])
    #expect(try await bench.services.groups.breakpoints().keys.sorted() == ["store/buy"])
    #expect(try await bench.services.groups.loadGroup("store/buy").draft?.contains("disabled: true") == true)
    try await bench.press("Enter", "u", "Esc")
    let undone = await bench.idle()
    #expect(!undone.contains("buy ✎"), "\(undone)")
    #expect(try await bench.services.groups.loadGroup("store/buy").draft == nil)
    #expect(await bench.services.session.store.draftKeys() == [])
  }

  @Test("renaming offers to rename it in the groups that run it, and does so, or not", arguments: ["r", "o", "n"])
  func uses(choice: String) async throws {
    let screen = try await GroupScreen(file: Self.short)
    let outer = "serial:\n  - group: shop   # first\n  - { local: again, jq: '$steps.shop' }\n"
    try screen.folder.write(outer, to: "w/groups/outer.yaml")
    await screen.bench.shows("outer")
    try await screen.bench.press("G", "r", "Ctrl-U")
    await screen.bench.type("buy")
    try await screen.bench.press("Enter")
    let asked = await screen.bench.idle()
    #expect(asked.contains("Rename shop to buy?") && asked.contains("groups/outer.yaml"))
    try await screen.bench.press(choice)
    await screen.bench.idle()
    #expect(try await groups(screen) == (choice == "n" ? ["outer", "shop"] : ["buy", "outer"]))
    let patched = outer.replacing("group: shop   # first\n", with: "group: buy   # first\n    as: shop\n")
    #expect(try screen.folder.text("w/groups/outer.yaml") == (choice == "r" ? patched : outer))
  }

  @Test("duplicating suggests a name, and the copy is the same file")
  func duplicate() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("p", "Enter")
    #expect(await screen.bench.idle().contains("shop-copy"))
    #expect(try screen.folder.text("w/groups/shop-copy.yaml") == Self.short)
  }

  @Test("deleting asks; the runs stay below a group without a file, and are deleted in a second step")
  func delete() async throws {
    let screen = try await GroupScreen(file: Self.short)
    let bench = screen.bench
    try await bench.press("F5")
    await bench.idle()
    try await bench.press("g", "D")
    #expect(await bench.idle().contains("Deletes groups/shop.yaml."))
    #expect(bench.terminal.text.contains("Its runs stay."))
    try await bench.press("Enter")
    #expect(try await groups(screen) == ["shop"])
    try await bench.press("D")
    try await bench.confirm()
    let gone = await bench.idle()
    #expect(try await groups(screen).isEmpty)
    #expect(gone.contains("shop no file") && gone.contains("1 ✓"))
    try await bench.press("j")
    #expect(await bench.idle().contains("GET item/list"))
    try await bench.press("k", "D")
    try await bench.confirm()
    #expect(await bench.idle().contains("Deleted 1 run of shop."))
    #expect(try await screen.session.store.runs.groups().isEmpty)
  }

  @Test("a filter narrows the list while it is typed and shows what fits best; Esc takes it away")
  func filter() async throws {
    let screen = try await GroupScreen(file: Self.short)
    for name in ["deep/pay", "deep/other"] { try screen.folder.write(Self.short, to: "w/groups/\(name).yaml") }
    await screen.bench.shows("other")
    try await screen.bench.press("/")
    await screen.bench.type("pay")
    let narrowed = await screen.bench.idle()
    #expect(narrowed.contains("▾ deep") && narrowed.contains("deep/pay") && !narrowed.contains("other"))
    try await screen.bench.press("Enter", "F5")
    await screen.bench.idle()
    #expect(try await screen.newest().summary.group == "deep/pay")
    try await screen.bench.press("Esc")
    #expect(await screen.bench.idle().contains("other"))
  }

  @Test("z folds a folder or the runs of a group, - all of them, and a click on a folder does so too")
  func folding() async throws {
    let screen = try await GroupScreen(file: Self.short)
    let bench = screen.bench
    try screen.folder.write(Self.short, to: "w/groups/deep/pay.yaml")
    await bench.shows("▾ deep")
    try await bench.press("g", "z")
    #expect(await !bench.idle().contains("pay"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("pay"))
    try await bench.press("g", "F5")
    let refused = await bench.idle()
    #expect(refused.contains("The cursor is ") && !refused.contains("1 ✓"), "\(refused)")
    try await bench.press("G", "F5")
    #expect(await bench.idle().contains("1 ✓"))
    try await bench.press("z")
    #expect(await !bench.idle().contains("1 ✓  "))
    try await bench.press("-")
    #expect(await bench.idle().contains("▸ deep"))
    try await bench.press("-")
    let open = await bench.idle()
    #expect(open.contains("▾ deep") && open.contains("1 ✓"))
  }

  @Test("y copies the name of a group, or the number of a run")
  func copying() async throws {
    let screen = try await GroupScreen(file: Self.short)
    try await screen.bench.press("y", "F5")
    await screen.bench.idle()
    try await screen.bench.press("G", "y")
    await screen.bench.idle()
    #expect(screen.bench.terminal.record.copied == ["shop", "1"])
  }
}

extension TemporaryDirectory {
  fileprivate func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }
}

extension Store {
  fileprivate func draftKeys() async -> [String] { ((try? await drafts.all()) ?? []).map(\.request) }
}
