import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The times of a run that comes from elsewhere, drawn", .timeLimit(.minutes(3)))
struct ForgedAxisTests {
  @Test("None of its numbers ends the program")
  func drawn() throws {
    for recording in try ForgedRun.read().taken {
      var tree = StepTree()
      tree.group = "g"
      tree.resize(to: Size(width: 100, height: 8))
      tree.show(ShownRun(recording, number: 1))
      tree.tell(recording.lastMoment)
      tree.link()
      for zoom in [nil, TimeAction.Zoom.closer, .closer, .wider] {
        if let zoom { tree.zoom(zoom) }
        tree.pan(1)
        var frame = Frame(size: Size(width: 100, height: 8))
        tree.draw(
          into: &frame, in: frame.bounds, isFocused: true,
          context: ViewContext(now: BenchUnderTest.start, workspace: WorkspaceSnapshot(name: "demo")))
        #expect(!frame.lines.isEmpty)
      }
      let runs = [recording, ForgedRun.recording].enumerated().map { index, recording in
        KeptRun(sequence: Int64(index), summary: recording.summary, isPinned: false)
      }
      _ = RunChart(runs).text(columns: 10)
    }
  }

  @Test("Nor does one of the sizes of the panes")
  func paneSizes() throws {
    let sizes: JSONValue = ["shares": ["a": 500], "stripLines": 3]
    for forged in ForgedNumbers.variants(of: sizes) {
      guard let read = try? forged.decode(PaneSizes.self) else { continue }
      var places: [Pane: Rect] = [:]
      read.apply(to: &places, order: [], in: Rect(x: 0, y: 0, width: 80, height: 24))
      #expect(places.isEmpty)
    }
  }
}
