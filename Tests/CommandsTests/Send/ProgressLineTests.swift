import ParleyEngine
import TestSupport
import Testing

@testable import Commands

@Suite("parley send follows a long transfer", .timeLimit(.minutes(2)))
struct ProgressLineTests {
  @Test("the line says how much of what has come, how fast, and how long it will take")
  func words() {
    var gauge = TransferGauge()
    var progress = TransferProgress(sent: 10, received: 6_000_000, expectedToReceive: 100_000_000)
    gauge.add(progress, at: .seconds(2))
    #expect(ProgressLine.text(progress, gauge) == "↓ 6.0 MB of 100 MB, 6%")
    progress.received = 12_000_000
    gauge.add(progress, at: .seconds(4))
    #expect(ProgressLine.text(progress, gauge) == "↓ 12 MB of 100 MB, 12%, 3.0 MB/s, 29.3 s left")
  }

  @Test("an upload is followed too, and so is what nobody knows the size of")
  func others() {
    let upload = TransferProgress(sent: 500, expectedToSend: 1000)
    #expect(ProgressLine.text(upload, TransferGauge()) == "↑ 500 B of 1.0 KB, 50%")
    #expect(ProgressLine.text(TransferProgress(received: 2000), TransferGauge()) == "↓ 2.0 KB")
  }

  @Test("the line comes only when it takes long, and is gone at the end", arguments: [0, 1])
  func comesAndGoes(seconds: Int) async throws {
    let server = try RawServer.answering(.text(String(repeating: "x", count: 100_000)))
    let call = Client().prepare(.get(server.url))
    let console = RecordingConsole(isTerminal: true)
    let line = ProgressLine(of: call, on: console) { .seconds(seconds) }
    _ = try await call.response()
    await line.end()
    let shown = console.told.progress
    #expect(shown.isEmpty == (seconds == 0))
    if seconds > 0 {
      #expect(shown.last == .some(nil) && shown.dropLast().last??.hasPrefix("↓ 100 KB of 100 KB, 100%") == true)
    }
  }
}
