import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchScreens
@testable import WorkbenchServices

@Suite("What takes long with many keys says how far it is, and can be left", .timeLimit(.minutes(2)))
struct SharedWorkTests {
  @Test("Esc stops it before anything is written; then nothing has changed")
  func stops() async throws {
    let shared = SharedData()
    try await shared.change((0..<200).map { SharedWrite("key.\($0)", "a") })
    let progress = SharedProgress()
    #expect(progress.stop())
    await #expect(throws: SharedDataError.self) {
      try await SharedProgress.$current.withValue(progress) {
        try await shared.change((0..<200).map { SharedWrite(removing: "key.\($0)") })
      }
    }
    #expect(try await shared.list().total == 200)
    let undoing = SharedProgress()
    try await SharedProgress.$current.withValue(undoing) { _ = try await shared.undo(batch: 1) }
    #expect(undoing.count.total == 200 && undoing.count.done == 200)
    #expect(try await shared.list().total == 0)
    #expect(!undoing.stop())
  }

  @Test("the list says what is done and how to stop it, and Esc does")
  func screen() throws {
    var screen = SharedDataScreen()
    _ = screen.many(.perform(SharedBatchIntent(["a", "b"], .remove)))
    let work = try #require(screen.work)
    #expect(work.text.plain.contains("deleting") && work.text.plain.contains("Esc"))
    #expect(screen.needsClock && !screen.losses.isEmpty)
    #expect(screen.goBack(from: .sharedKeys) != nil)
    #expect(work.progress.isStopped)
    _ = screen.many(.ended)
    #expect(screen.work == nil && screen.losses.isEmpty)
  }
}
