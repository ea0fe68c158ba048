import Testing

@testable import TerminalKit

@Suite("Progress bar", .timeLimit(.minutes(2)))
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

@Suite("Dialog", .timeLimit(.minutes(2)))
struct DialogTests {
  private let dialog = Dialog(
    title: "Quit?", text: "Two drafts are not saved.", buttons: ["Save", "Quit", "Stay"], selection: 2)

  @Test("It lies in the middle over what is dimmed behind it")
  func drawn() {
    let drawn = frame(40, 8) { frame, rect in
      frame.fill(rect, style: Style(.bar))
      frame.put("behind", at: .zero, style: Style(.accent))
      dialog.draw(into: &frame, rect: rect)
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
    let lines = grid(20, 8) { dialog.draw(into: &$0, rect: $1) }
    #expect(lines.contains { $0.contains("│ Two drafts are ") } && lines.contains { $0.contains("│ not saved. ") })
  }

  @Test("Buttons that have no room side by side stand one below the other, and the selected one is in sight")
  func stacked() {
    let places = ["/home/ada/work/shop", "/home/ada/copies/of/the/shop"]
    let dialog = Dialog(
      title: "Moved?", text: "It has a known id.", buttons: ["A copy"] + places.map { "Moved from \($0)" }, selection: 2
    )
    let lines = grid(60, 12) { dialog.draw(into: &$0, rect: $1) }
    for button in dialog.buttons { #expect(lines.contains { $0.contains(" \(button) ") }, "\(lines)") }
    let small = grid(60, 4) { dialog.draw(into: &$0, rect: $1) }
    #expect(small.contains { $0.contains(" \(dialog.buttons[2]) ") }, "\(small)")
  }

  @Test("Keys choose a button; Esc is for whoever opened it")
  func keys() {
    var dialog = dialog
    #expect(dialog.handle(.tab) == .handled)
    #expect(dialog.selection == 0)
    #expect(dialog.handle(.left) == .handled)
    #expect(dialog.selection == 2)
    #expect(dialog.handle(.enter) == .activated)
    #expect(dialog.handle(.escape) == .ignored)
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
    #expect(frame(size.width, size.height) { dialog.draw(into: &$0, rect: $1) }.size == size)
  }
}
