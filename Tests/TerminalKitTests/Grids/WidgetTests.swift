import Testing

@testable import TerminalKit

@Suite("Tabs")
struct TabsTests {
  @Test(
    "The chosen one is in brackets and always in view",
    arguments: [
      (0, 40, "[Params]  Headers   Auth   Body"), (2, 40, " Params   Headers  [Auth]  Body"), (3, 20, " Auth  [Body]"),
      (3, 8, "[Body]"), (2, 3, "[A…"), (0, 0, ""),
    ])
  func drawn(selection: Int, width: Int, shown: String) {
    let tabs = Tabs(["Params", "Headers", "Auth", "Body"], selection: selection)
    #expect(grid(width, 1) { tabs.draw(into: &$0, rect: $1, isFocused: true) } == [shown])
  }

  @Test("Keys go round, clicks choose")
  func moves() {
    var tabs = Tabs(["A", "B", "C"])
    #expect(tabs.handle(.left) == .handled)
    #expect(tabs.selection == 2)
    #expect(tabs.handle(.character("l")) == .handled)
    #expect(tabs.selection == 0)
    #expect(
      tabs.handle(Mouse(.press(.left), at: Point(x: 5, y: 0)), in: Rect(x: 0, y: 0, width: 20, height: 1)) == .handled)
    #expect(tabs.selection == 1)
    #expect(tabs.handle(.enter) == .ignored)
    tabs.update([])
    tabs.move(by: 1)
    #expect(tabs.selection == 0)
  }
}

@Suite("Progress bar")
struct ProgressBarTests {
  @Test(
    "It fills by eighths of a column",
    arguments: [
      (0.0, "░░░░"), (0.125, "▌░░░"), (0.5, "██░░"), (0.99, "████"), (1.0, "████"), (7, "████"), (-1, "░░░░"),
      (Double.nan, "░░░░"), (0.53125, "██▏░"),
    ])
  func fraction(fraction: Double, shown: String) {
    #expect(grid(4, 1) { ProgressBar.fraction(fraction).draw(into: &$0, rect: $1) } == [shown])
  }

  @Test(
    "Without an end in sight a mark goes to and fro",
    arguments: [(0, "█░░░"), (1, "░█░░"), (3, "░░░█"), (4, "░░█░"), (6, "█░░░"), (-1, "░█░░")])
  func indeterminate(phase: Int, shown: String) {
    #expect(grid(4, 1) { ProgressBar.indeterminate(phase: phase).draw(into: &$0, rect: $1) } == [shown])
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    for bar in [ProgressBar.fraction(0.4), .indeterminate(phase: 12)] {
      #expect(frame(size.width, size.height) { bar.draw(into: &$0, rect: $1) }.size == size)
    }
  }
}

@Suite("Table")
struct TableTests {
  private let columns = [
    TableColumn("Key", minWidth: 6, weight: 1, priority: 9), TableColumn("Type", minWidth: 5, priority: 1),
    TableColumn("Size", minWidth: 6, priority: 5, isRightAligned: true),
  ]

  private func draw(_ width: Int, _ height: Int = 3) -> [String] {
    let rows: [[StyledText]] = [["token", "text", "12 B"], ["漢字漢字漢字", "json", "1.2 KB"]]
    return grid(width, height) { frame, rect in
      TableView(columns, ListState(count: 2)) { rows[$0] }.draw(into: &frame, rect: rect, isFocused: true)
    }
  }

  @Test("Columns share the room, numbers stand to the right, what is cut says so")
  func wide() {
    #expect(
      draw(30) == ["Key               Type    Size", "token             text    12 B", "漢字漢字漢字      json  1.2 KB"])
    #expect(draw(20) == ["Key     Type    Size", "token   text    12 B", "漢字漢… json  1.2 KB"])
  }

  @Test("In a narrow area the least important columns leave first")
  func narrow() {
    #expect(draw(15)[0] == "Key        Size")
    #expect(draw(8)[0] == "Key")
    #expect(draw(2)[0] == "K…")
  }

  @Test("The selected row is on its ground; an empty table says so")
  func selection() {
    let selected = frame(20, 3) { frame, rect in
      TableView(columns, ListState(count: 2)) { _ in ["a"] }.draw(into: &frame, rect: rect, isFocused: true)
    }
    #expect(selected.selectedRows == [1])
    let empty = grid(20, 3) {
      TableView(columns, ListState(), empty: "No keys") { _ in [] }.draw(into: &$0, rect: $1, isFocused: true)
    }
    #expect(empty[1] == "No keys")
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    #expect(draw(size.width, size.height).count == size.height)
  }
}

@Suite("Text view")
struct TextViewTests {
  private func view(_ state: TextViewState) -> TextView {
    TextView(state) { StyledText("\($0 + 1): 漢字 and \($0)") }
  }

  @Test("Lines in view have their numbers, and scroll sideways")
  func drawn() {
    var state = TextViewState(count: 100)
    state.update(count: 100, width: 30)
    state.fit(Size(width: 8, height: 2))
    state.list.select(9)
    #expect(grid(12, 2) { view(state).draw(into: &$0, rect: $1, isFocused: true) } == ["  9 9: 漢字…", " 10 10: 漢 …"])
    _ = state.handle(.right)
    _ = state.handle(.right)
    #expect(grid(12, 2) { view(state).draw(into: &$0, rect: $1, isFocused: true) } == ["  9  字 and…", " 10 漢字 an…"])
    _ = state.handle(.character("$"))
    #expect(state.left == 22)
    _ = state.handle(.character("0"))
    #expect(state.left == 0)
    state.reveal(columns: 20..<24)
    #expect(state.left == 16)
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    #expect(
      frame(size.width, size.height) { view(TextViewState(count: 1000)).draw(into: &$0, rect: $1, isFocused: true) }
        .size == size)
  }
}

@Suite("Pop-up")
struct PopUpTests {
  private let popUp = PopUp(
    title: "Quit?", text: "Two drafts are not saved.", buttons: ["Save", "Quit", "Stay"], selection: 2)

  @Test("It lies in the middle over what is dimmed behind it")
  func drawn() {
    let drawn = frame(40, 8) { frame, rect in
      frame.fill(rect, style: Style(.bar))
      frame.put("behind", at: .zero, style: Style(.accent))
      popUp.draw(into: &frame, rect: rect)
    }
    #expect(
      drawn.lines == [
        "behind", "     ┌ Quit? ────────────────────┐", "     │ Two drafts are not saved. │",
        "     │                           │",
        "     │   Save    Quit    Stay    │", "     └───────────────────────────┘", "", "",
      ])
    #expect(drawn[0, 0].style == Style(.muted, .dim))
    #expect(drawn.runs(4).first { $0.text == " Stay " }?.style.ground == .selection)
  }

  @Test("Text wider than the screen is wrapped between words")
  func wrapped() {
    let lines = grid(20, 8) { popUp.draw(into: &$0, rect: $1) }
    #expect(lines.contains("│ Two drafts are   │") && lines.contains("│ not saved.       │"))
  }

  @Test("Keys choose a button; Esc is for whoever opened it")
  func keys() {
    var popUp = popUp
    #expect(popUp.handle(.tab) == .handled)
    #expect(popUp.selection == 0)
    #expect(popUp.handle(.left) == .handled)
    #expect(popUp.selection == 2)
    #expect(popUp.handle(.enter) == .activated)
    #expect(popUp.handle(.escape) == .ignored)
  }

  @Test(
    "Words longer than a line are cut",
    arguments: [
      ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("漢字漢", 4, ["漢字", "漢"]), ("a\n\nb", 9, ["a", "", "b"]), ("x", 0, []),
    ])
  func wrap(text: String, width: Int, lines: [String]) {
    #expect(TextWrap.lines(of: text, width: width) == lines)
  }

  @Test("It survives every size", arguments: tinySizes)
  func tiny(size: Size) {
    #expect(frame(size.width, size.height) { popUp.draw(into: &$0, rect: $1) }.size == size)
  }
}
