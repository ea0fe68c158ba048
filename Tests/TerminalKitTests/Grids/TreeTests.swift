import Testing

@testable import TerminalKit

@Suite("A tree is a list of its open items")
struct TreeTests {
  private let items: [TreeItem<String>] = [
    TreeItem("cart", depth: 0, isBranch: true, text: "cart"), TreeItem("cart/read", depth: 1, text: "GET read"),
    TreeItem("cart/items", depth: 1, isBranch: true, text: "items"),
    TreeItem("cart/items/add", depth: 2, text: "POST add"),
    TreeItem("user", depth: 0, isBranch: true, text: "user"), TreeItem("user/login", depth: 1, text: "POST login"),
  ]

  private func draw(_ tree: TreeState<String>) -> [String] {
    grid(20, 7) { frame, rect in
      TreeView(tree, empty: "No requests") { StyledText($0.text) }.draw(into: &frame, rect: rect, isFocused: true)
    }.filter { !$0.isEmpty }
  }

  private func press(_ tree: inout TreeState<String>, _ keys: String) throws {
    for key in try KeySequence(keys).keys { _ = tree.handle(key) }
  }

  @Test("Branches open and close, and items are indented")
  func folding() throws {
    var tree = TreeState(items)
    #expect(draw(tree) == ["▾ cart", "    GET read", "  ▾ items", "      POST add", "▾ user", "    POST login"])
    try press(&tree, "j j Left")
    #expect(draw(tree) == ["▾ cart", "    GET read", "  ▸ items", "▾ user", "    POST login"])
    try press(&tree, "Enter")
    #expect(tree.count == 6)
    tree.collapseAll()
    #expect(draw(tree) == ["▸ cart", "▸ user"])
    #expect(tree.selected?.id == "cart")
    tree.expandAll()
    #expect(tree.count == 6)
  }

  @Test(
    "Right opens and steps in, left closes and steps out",
    arguments: [
      ("l", "cart/read"), ("l h", "cart"), ("h", "cart"), ("h l l", "cart/read"), ("j j j h", "cart/items"),
      ("j j j h h h", "cart"), ("G h", "user"),
      ("j l", "cart/read"),
    ])
  func stepping(keys: String, selected: String) throws {
    var tree = TreeState(items)
    tree.fit(height: 5)
    try press(&tree, keys)
    #expect(tree.selected?.id == selected)
  }

  @Test("A filter shows what holds all its words, with what it lies in, and forgets nothing")
  func filter() {
    var tree = TreeState(items, collapsed: ["cart/items", "user"])
    tree.setFilter("post ADD")
    #expect(draw(tree) == ["▾ cart", "  ▾ items", "      POST add"])
    tree.setFilter("post")
    #expect(tree.rows.map(\.id) == ["cart", "cart/items", "cart/items/add", "user", "user/login"])
    tree.setFilter("zebra")
    #expect(draw(tree) == ["Nothing matches “ze…"])
    tree.setFilter("")
    #expect(draw(tree) == ["▾ cart", "    GET read", "  ▸ items", "▸ user"])
  }

  @Test("The selection stays on its item when items come and go")
  func updates() {
    var tree = TreeState(items)
    tree.select("user/login")
    tree.update([TreeItem("new", depth: 0, text: "new")] + items)
    #expect(tree.selected?.id == "user/login")
    tree.update(Array(items.prefix(2)))
    #expect(tree.selected?.id == "cart/read")
    tree.update([])
    #expect(tree.selected == nil)
    #expect(draw(tree) == ["No requests"])
  }

  @Test("Selecting an item opens what it lies in; closing a branch selects it")
  func reveal() {
    var tree = TreeState(items, collapsed: ["cart", "cart/items"])
    tree.select("cart/items/add")
    #expect(tree.selected?.id == "cart/items/add")
    tree.setExpanded("cart", false)
    #expect(tree.selected?.id == "cart")
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    let frame = frame(size.width, size.height) { frame, rect in
      TreeView(TreeState(items)) { StyledText($0.text) }.draw(into: &frame, rect: rect, isFocused: true)
    }
    #expect(frame.size == size)
  }
}
