import ParleyEngine
import Testing

@testable import Commands

@Suite("What a command is busy with", .timeLimit(.minutes(1)))
struct BusyLineTests {
  /// Seconds that pass as the test says.
  private let clock = AsyncStream.makeStream(of: Int.self)

  /// Does the work once a line of this second stands there.
  private func after(_ second: Int, on console: RecordingConsole) async {
    clock.continuation.yield(second)
    while !console.told.progress.contains("… reading, \(second) s") { await Task.yield() }
  }

  @Test("stands on a terminal while it takes, and is gone before the result")
  func shown() async throws {
    let recording = RecordingConsole(isTerminal: true, writesToTerminal: true)
    let console = RunConsole(recording)
    let value = try await BusyLine.during("reading", on: console, seconds: clock.stream) {
      clock.continuation.yield(0)
      while recording.told.progress.isEmpty { await Task.yield() }
      await after(1, on: recording)
      await after(2, on: recording)
      console.print("result")
      #expect(recording.told.progress.last == .some(nil))
      return 7
    }
    #expect(value == 7)
    #expect(recording.told.progress == ["… reading", "… reading, 1 s", "… reading, 2 s", nil])
    #expect(recording.text == "result\n")
  }

  @Test("never stands below a result, and is gone after a failure")
  func ended() async throws {
    let recording = RecordingConsole(isTerminal: true)
    let console = RunConsole(recording)
    await #expect(throws: CancellationError.self) {
      try await BusyLine.during("reading", on: console, seconds: clock.stream) {
        await after(1, on: recording)
        throw CancellationError()
      }
    }
    #expect(recording.told.progress == ["… reading, 1 s", nil])
    console.print("result")
    console.showBusy("… late")
    #expect(recording.told.progress.count == 2)
  }

  @Test("does not stand in place of progress that says more")
  func besideProgress() async throws {
    let recording = RecordingConsole(isTerminal: true)
    let console = RunConsole(recording)
    console.showProgress("↓ 1 MB")
    console.showBusy("… reading")
    #expect(recording.told.progress == ["↓ 1 MB"])
    console.showProgress(nil)
    console.showBusy("… reading")
    #expect(recording.told.progress == ["↓ 1 MB", nil, "… reading"])
  }

  @Test("is not written where standard error is a file")
  func file() async throws {
    let recording = RecordingConsole()
    clock.continuation.yield(1)
    let value = try await BusyLine.during("reading", on: RunConsole(recording), seconds: clock.stream) { 1 }
    #expect(value == 1 && recording.told.progress.isEmpty)
  }
}
