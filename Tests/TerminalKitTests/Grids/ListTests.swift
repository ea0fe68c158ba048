import Testing

@testable import TerminalKit

@Suite("A list shows a window of its rows", .timeLimit(.minutes(2)))
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

  @Test("When rows go away the selection stays inside, and an empty list has none")
  func shrinking() {
    var list = ListState(count: 10, height: 3)
    list.select(9)
    list.update(count: 4)
    #expect(list.selection == 3)
    #expect(list.offset == 1)
    list.update(count: 0)
    #expect(list.selected == nil)
    #expect(list.handle(.enter) == .ignored)
  }

  @Test("A jump brings rows around its place into view, as far as there is room, and scrolls no further than needed")
  func jumps() {
    var list = ListState(count: 100, height: 10)
    list.jump(to: 5)
    #expect(list.offset == 0)
    list.jump(to: 50)
    #expect(list.visible(height: 10) == 44..<54)
    list.jump(to: 46)
    #expect(list.offset == 43)
    list.jump(to: 99)
    #expect(list.offset == 90)
    list.jump(to: 0)
    #expect(list.offset == 0)
    var small = ListState(count: 100, height: 3)
    small.jump(to: 50)
    #expect(small.offset == 49)
    var line = ListState(count: 100, height: 1)
    line.jump(to: 50)
    #expect(line.offset == 50)
  }

  @Test("The rows around a jump stay in view when the area or the rows change; a move or a click ends that")
  func context() {
    var list = ListState(count: 50, height: 1_000)
    list.jump(to: 40)
    list.fit(height: 10)
    #expect(list.visible(height: 10) == 34..<44)
    list.fit(height: 9)
    #expect(list.visible(height: 9) == 35..<44)
    list.update(count: 60)
    #expect(list.offset == 35)
    list.jump(to: 40)
    #expect(list.offset == 35)
    list.move(by: 3)
    #expect(list.selection == 43 && list.offset == 35)
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
}
