import ParleyModel
import TerminalKit
import Testing

@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Sizes of panes", .timeLimit(.minutes(2))) struct PaneSizeTests {
  private let list = Pane("list", title: "List")
  private let upper = Pane("upper", title: "Upper")
  private let lower = Pane("lower", title: "Lower")
  private let area = Rect(x: 0, y: 1, width: 100, height: 30)

  /// A list, and two panes that share the line between them.
  private var places: [Pane: Rect] {
    let columns = area.columns(.fixed(25), .weight(1))
    let right = columns[1].sharedRows(upper: 12)
    return [list: columns[0], upper: right.upper, lower: right.lower]
  }

  private var order: [Pane] { [list, upper, lower] }

  @Test("a line runs along all panes that end or begin at it")
  func dividers() {
    let dividers = PaneDivider.all(in: places, order: order)
    #expect(dividers.map(\.name) == ["list|upper", "upper/lower"])
    #expect(dividers[0].after == [upper, lower] && !dividers[0].isShared && dividers[1].isShared)
    #expect(dividers[1].contains(Point(x: 50, y: 12), in: places))
    #expect(!dividers[1].contains(Point(x: 10, y: 12), in: places))
  }

  @Test("moving a line makes one side larger and the other smaller, and the whole stays as it is")
  func moving() {
    var sizes = PaneSizes()
    sizes.move(PaneDivider.all(in: places, order: order)[0], by: 10, in: places, area)
    var moved = places
    sizes.apply(to: &moved, order: order, in: area)
    #expect(moved[list]?.width == 35 && moved[upper]?.x == 35)
    #expect(moved[upper]?.maxX == 100 && moved[lower] == Rect(x: 35, y: 12, width: 65, height: 19))
    sizes.move(PaneDivider.all(in: moved, order: order)[1], by: -4, in: moved, area)
    sizes.apply(to: &moved, order: order, in: area)
    #expect(moved[upper]?.height == 8 && moved[lower]?.y == 8 && moved[lower]?.maxY == 31)
  }

  @Test("no pane becomes too small, and on a larger screen the shares are the same")
  func bounds() {
    var sizes = PaneSizes()
    sizes.move(PaneDivider.all(in: places, order: order)[0], by: -90, in: places, area)
    var moved = places
    sizes.apply(to: &moved, order: order, in: area)
    #expect(moved[list]?.width == 16)
    let large = Rect(x: 0, y: 1, width: 200, height: 30)
    var columns = [list: large.columns(.fixed(40), .weight(1))[0], upper: large.columns(.fixed(40), .weight(1))[1]]
    sizes.apply(to: &columns, order: order, in: large)
    #expect(columns[list]?.width == 32)
  }
}

@Suite("Sizing panes on the screen", .timeLimit(.minutes(1))) struct PaneSizeScreenTests {
  private let services = FakeServices()

  /// The column in which the border of the list of requests ends.
  private func listEnd(_ picture: String) -> Int? {
    let line = picture.split(separator: "\n").first { $0.contains("Requests ─") }
    return line.flatMap { Array($0).firstIndex(of: "┐") }
  }

  private func responseRow(_ picture: String) -> Int? {
    picture.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("├ Response") }
  }

  @Test("keys make the focused pane larger and smaller, even while typing, and it is kept")
  func keys() async throws {
    let bench = try BenchUnderTest(80, 24, services: services)
    let before = try #require(listEnd(await bench.idle()))
    try await bench.press("Alt-+")
    #expect(listEnd(await bench.idle()) == before + 4)
    #expect(!services.snapshot.paneSizes.isEmpty)
    try await bench.press("Enter", "i")
    let row = try #require(responseRow(await bench.idle()))
    try await bench.press("Alt-+")
    #expect(responseRow(await bench.idle()) == row + 2)
    try await bench.press("Alt--", "Alt--")
    #expect(responseRow(await bench.idle()) == row - 2)
    try await bench.press("Alt-0")
    #expect(listEnd(await bench.idle()) == before)
  }

  @Test("what was kept is there in the next session")
  func kept() async throws {
    let first = try BenchUnderTest(120, 30, services: services)
    await first.idle()
    try await first.press("Alt-+", "Alt-+")
    let end = listEnd(await first.idle())
    let again = try BenchUnderTest(120, 30, services: services)
    #expect(listEnd(await again.idle()) == end)
  }

  @Test("the mouse takes a line between panes to where it lets go")
  func mouse() async throws {
    let bench = try BenchUnderTest(120, 30, services: services)
    let end = try #require(listEnd(await bench.idle()))
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: end, y: 10))))
    bench.terminal.send(.mouse(Mouse(.release, at: Point(x: end + 9, y: 10))))
    #expect(listEnd(await bench.idle()) == end + 9)
    let row = try #require(responseRow(await bench.idle()))
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: 80, y: row))))
    bench.terminal.send(.mouse(Mouse(.release, at: Point(x: 80, y: row - 3))))
    #expect(responseRow(await bench.idle()) == row - 3)
  }

  @Test("F3 zooms while one types, and a pane that has the screen is not sized")
  func zoom() async throws {
    let bench = try BenchUnderTest(80, 24, services: services)
    await bench.idle()
    try await bench.press("Enter", "i", "F3")
    #expect(!(await bench.idle()).contains("Requests ─"))
    try await bench.press("Alt-+")
    #expect(await bench.idle().contains("The pane has the whole screen."))
  }
}

@Suite("Scroll bars", .timeLimit(.minutes(2))) struct ScrollBarTests {
  private func bar(_ first: Int, _ shown: Int, of count: Int, height: Int = 10) -> String {
    var frame = Frame(size: Size(width: 1, height: height))
    if let extent = ScrollExtent(first: first, shown: shown, count: count) {
      frame.scrollBar(extent, along: frame.bounds, style: Style(.border))
    }
    return frame.text.replacing("\n", with: "").replacing(" ", with: "·")
  }

  private func rows(_ first: Int, _ shown: Int, of count: Int) -> Range<Int>? {
    var frame = Frame(size: Size(width: 1, height: 10))
    guard let extent = ScrollExtent(first: first, shown: shown, count: count) else { return nil }
    frame.scrollBar(extent, along: frame.bounds, style: Style(.border))
    let lit = (0..<10).filter { frame[0, $0].grapheme == "┃" }
    return lit.first.map { $0..<(lit.last ?? $0) + 1 }
  }

  @Test("the bar says where the view is, and touches an end only where the view does")
  func places() {
    #expect(rows(0, 10, of: 20) == 0..<5)
    #expect(rows(10, 10, of: 20) == 5..<10)
    #expect(rows(1, 10, of: 1000) == 1..<2)
    #expect(rows(989, 10, of: 1000) == 8..<9)
    #expect(rows(990, 10, of: 1000) == 9..<10)
    #expect(rows(0, 20, of: 20) == nil)
  }

  @Test("a list that is longer than its pane has one in its border")
  func list() async throws {
    let requests = (0..<60).map { RequestSummary(RequestID(rawValue: "item/n\($0)")) }
    var workspace = WorkspaceSnapshot.shop
    workspace.requests = requests
    let bench = try BenchUnderTest(80, 24, services: FakeServices(workspace: workspace))
    #expect(await bench.idle().contains("┃"))
  }

  @Test("it stands beside the rows that scroll, and not beside the lines above them", arguments: [(80, 24), (120, 36)])
  func besideRows(width: Int, height: Int) async throws {
    let bench = try BenchUnderTest(width, height)
    await bench.idle()
    try await bench.press(":")
    await bench.type("insecure")
    try await bench.press("Enter")
    let lines = await bench.idle().split(separator: "\n")
    #expect(lines.contains { $0.contains("┃") }, "\(lines.joined(separator: "\n"))")
    for line in lines where line.contains("[ Send ]") || line.contains("[Options") {
      #expect(!line.contains("┃"), "\(line)")
    }
  }
}
