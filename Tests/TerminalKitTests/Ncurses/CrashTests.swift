import Glibc
import Testing

@testable import TerminalKit

extension NcursesTests {
  /// Each in a process of its own, on a terminal of the test's.
  @Suite("However the program ends, the terminal is whole", .serialized)
  struct Ends {
    private static func start(on path: String) throws -> NcursesTerminal {
      let slave = open(path, O_RDWR | O_NOCTTY)
      let terminal = NcursesTerminal(
        configuration: .init(input: slave, output: slave, environment: ["TERM": "xterm-256color"]))
      try terminal.start()
      // Kept for ever: being let go it would leave the screen before the end that is tested.
      _ = Unmanaged.passRetained(terminal)
      return terminal
    }

    private func expectWhole(_ pty: PseudoTerminal) {
      #expect(pty.writes("\u{1B}[?1049h"))
      #expect(pty.writes("\u{1B}[?1049l"))
      #expect(pty.written.contains("\u{1B}[?2004l"))
      #expect(pty.isCooked)
    }

    @Test("A crash in memory")
    func segmentationFault() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .signal(SIGSEGV)) { [path = pty.path as String] in
        _ = try Self.start(on: path)
        raise(SIGSEGV)
        pause()
      }
      expectWhole(pty)
    }

    @Test("A failed precondition")
    func trap() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .failure) { [path = pty.path as String] in
        _ = try Self.start(on: path)
        preconditionFailure("as a bug would")
      }
      expectWhole(pty)
    }

    @Test("An abort")
    func abortion() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .signal(SIGABRT)) { [path = pty.path as String] in
        _ = try Self.start(on: path)
        abort()
      }
      expectWhole(pty)
    }

    @Test("An exit nobody announced")
    func exits() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .exitCode(7)) { [path = pty.path as String] in
        _ = try Self.start(on: path)
        exit(7)
      }
      expectWhole(pty)
    }

    @Test("A second request to end, when the first was not heard")
    func unheard() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .exitCode(128 + SIGTERM)) { [path = pty.path as String] in
        _ = try Self.start(on: path)
        raise(SIGTERM)
        raise(SIGTERM)
        pause()
      }
      expectWhole(pty)
    }

    @Test("A stop and a continue draw the screen anew")
    func suspends() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .exitCode(0)) { [path = pty.path as String] in
        // Where no shell could continue it the system lets no group be stopped, and the call returns at once.
        setsid()
        let terminal = try Self.start(on: path)
        terminal.suspend()
        guard terminal.nextEvent() == .resumed else { exit(1) }
        var frame = Frame(size: terminal.size)
        frame.put("back again", at: .zero)
        terminal.draw(frame)
        exit(0)
      }
      #expect(pty.writes("back again"))
      expectWhole(pty)
    }

    @Test("A terminal that goes away is an event")
    func hangup() async {
      let pty = PseudoTerminal(hangingUpAfter: "\u{1B}[?2004h")
      await #expect(processExitsWith: .exitCode(0)) { [path = pty.path as String] in
        let terminal = try Self.start(on: path)
        exit(terminal.nextEvent() == .hangup ? 0 : 1)
      }
    }
  }
}
