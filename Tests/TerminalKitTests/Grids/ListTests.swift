import Testing

@testable import TerminalKit

@Suite("A list shows a window of its rows")
struct ListTests {
  private func press(_ list: inout ListState, _ keys: String) throws {
    for key in try KeySequence(keys).keys { _ = list.handle(key) }
  }

  @Test(
    "Moves and the window that follows",
    arguments: [
      ("j j", 2, 0), ("j j j j", 4, 1), ("G", 99, 96), ("G k", 98, 96), ("G k k k k", 95, 95), ("PageDown", 4, 1),
      ("PageDown PageDown PageUp", 4, 4),
      ("k", 0, 0), ("End Home", 0, 0), ("C-d", 2, 0), ("C-d C-d C-u", 2, 1),
    ])
  func moves(keys: String, selection: Int, offset: Int) throws {
    var list = ListState(count: 100, height: 4)
    try press(&list, keys)
    #expect(list.selection == selection)
    #expect(list.offset == offset)
  }

  @Test("Rows are asked for only when in view, of however many")
  func windowed() {
    var list = ListState(count: .max, height: 3)
    list.select(.max - 2)
    list.move(by: 10)
    var asked: [Int] = []
    let lines = grid(8, 3) { frame, rect in
      ListView(list) {
        asked.append($0); return StyledText("row \($0 % 10)")
      }.draw(into: &frame, rect: rect, isFocused: true)
    }
    #expect(asked == [.max - 3, .max - 2, .max - 1])
    #expect(lines == ["row 4", "row 5", "row 6"])
  }

  @Test("The selected row is on its ground to the edge, fainter without focus")
  func selection() {
    var list = ListState(count: 3, height: 3)
    list.move(by: 1)
    for isFocused in [true, false] {
      let frame = frame(8, 3) { frame, rect in
        ListView(list) { [Span("row \($0)", .accent)] }.draw(into: &frame, rect: rect, isFocused: isFocused)
      }
      #expect(frame.selectedRows == [1])
      #expect(frame[0, 1].style == Style(.accent, on: isFocused ? .selection : .selectionUnfocused))
      #expect(frame[7, 1].style.role.isSelection)
    }
  }

  @Test("When rows go away the selection stays inside, and an empty list says so")
  func shrinking() {
    var list = ListState(count: 10, height: 3)
    list.select(9)
    list.update(count: 4)
    #expect(list.selection == 3)
    #expect(list.offset == 1)
    list.update(count: 0)
    #expect(list.selected == nil)
    #expect(list.handle(.enter) == .ignored)
    #expect(
      grid(20, 2) { ListView(list, empty: "Nothing yet") { _ in "" }.draw(into: &$0, rect: $1, isFocused: true) } == [
        "Nothing yet", "",
      ])
  }

  @Test("A smaller area than the state knows of still shows the selection")
  func staleHeight() {
    var list = ListState(count: 50, height: 20)
    list.select(15)
    #expect(list.visible(height: 4) == 12..<16)
    #expect(list.visible(height: 0).isEmpty)
  }

  @Test("A click selects, a second one opens, the wheel scrolls with the selection in view")
  func mouse() {
    var list = ListState(count: 50, height: 5)
    let rect = Rect(x: 2, y: 3, width: 10, height: 5)
    let click = Mouse(.press(.left), at: Point(x: 4, y: 5))
    #expect(list.handle(click, in: rect) == .handled)
    #expect(list.selection == 2)
    #expect(list.handle(click, in: rect) == .activated)
    #expect(list.handle(Mouse(.wheelDown, at: Point(x: 4, y: 5)), in: rect) == .handled)
    #expect(list.offset == 3 && list.selection == 3)
    #expect(list.handle(Mouse(.press(.left), at: .zero), in: rect) == .ignored)
  }

  @Test(
    "The scroll bar shows the part in view, or nothing when all is",
    arguments: [(0, [0, 1]), (80, [8, 9]), (40, [4, 5])])
  func scrollBar(first: Int, rows: [Int]) {
    let lines = grid(1, 10) { $0.scrollBar($1, total: 100, visible: first..<first + 20) }
    #expect(lines.indices.filter { lines[$0] == "┃" } == rows)
    let whole = grid(1, 10) { $0.scrollBar($1, total: 5, visible: 0..<5) }
    #expect(whole.joined() == "")
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    let frame = frame(size.width, size.height) { frame, rect in
      ListView(ListState(count: 9, height: 2)) { _ in "漢字漢字" }.draw(into: &frame, rect: rect, isFocused: true)
      frame.scrollBar(rect, total: 9, visible: 0..<2)
    }
    #expect(frame.size == size)
  }
}
