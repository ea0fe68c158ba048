import Testing

@testable import TerminalKit

@Suite("The screen in memory drives a program exactly", .timeLimit(.minutes(1)))
struct MemoryTerminalTests {
  /// A program of its own thread that shows what it was sent, and ends on `q`.
  private func echo(on terminal: MemoryTerminal) {
    Thread.detach {
      var log: [String] = []
      while let event = terminal.nextEvent() {
        log.append("\(event)")
        var frame = Frame(size: terminal.size)
        for (y, line) in log.enumerated() { frame.put(line, at: Point(x: 0, y: y)) }
        terminal.draw(frame)
        if event == .key(.character("q")) { return terminal.stop() }
      }
    }
  }

  @Test("It is settled once everything sent was handled, or the program has ended")
  func settled() async throws {
    let terminal = MemoryTerminal(size: Size(width: 30, height: 6))
    echo(on: terminal)
    terminal.type("ab")
    try terminal.press("Ctrl-S")
    #expect(await terminal.settled().lines.prefix(4) == ["key(a)", "key(b)", "key(Ctrl-S)", ""])
    terminal.resize(to: Size(width: 20, height: 5))
    #expect(await terminal.settled().size == Size(width: 20, height: 5))
    terminal.type("q")
    #expect(await terminal.settled().text.contains("key(q)"))
    #expect(terminal.record.framesDrawn == 5)
  }

  @Test("Waking it in a row ends one sleep")
  func woken() {
    let terminal = MemoryTerminal(size: Size(width: 10, height: 1))
    terminal.waker.wake()
    terminal.waker.wake()
    #expect(terminal.nextEvent() == .woken)
    #expect(terminal.nextEvent(timeout: .zero) == nil)
  }

  @Test("A program handed the screen is recorded, and the return is an event")
  func handOver() throws {
    let terminal = MemoryTerminal(size: Size(width: 10, height: 1))
    terminal.onHandOver { $0 == ["vi", "file"] ? 3 : 0 }
    #expect(try terminal.handOver(to: ["vi", "file"]) == 3)
    #expect(terminal.record.commands == [["vi", "file"]])
    #expect(terminal.nextEvent() == .resumed)
  }
}
