import Glibc
import Testing

@testable import TerminalKit

extension NcursesTests {
  /// Each in a process of its own, on a terminal of the test's.
  @Suite("However the program ends, the terminal is whole", .serialized, .timeLimit(.minutes(2)))
  struct Ends {
    private static func start(on path: String) throws -> NcursesTerminal {
      let slave = open(path, O_RDWR | O_NOCTTY)
      let terminal = NcursesTerminal(
        configuration: .init(input: slave, output: slave, environment: ["TERM": "xterm-256color"]))
      try terminal.start()
      // Never released: releasing it would leave the screen before the end that is tested.
      _ = Unmanaged.passRetained(terminal)
      return terminal
    }

    /// The same with standard error on that terminal, as it is for a person.
    private static func startWithErrors(on path: String) throws -> NcursesTerminal {
      let slave = open(path, O_RDWR | O_NOCTTY)
      dup2(slave, STDERR_FILENO)
      return try start(on: path)
    }

    private static func complain(_ text: String) {
      _ = write(STDERR_FILENO, text, text.utf8.count)
    }

    private func expectWhole(_ pty: PseudoTerminal) {
      #expect(pty.writes("\u{1B}[?1049h"))
      #expect(pty.writes("\u{1B}[?1049l"))
      #expect(pty.writes("\u{1B}[?2004l"))
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

    @Test("What is written to standard error meanwhile is shown after the screen, made harmless")
    func errors() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .exitCode(0)) { [path = pty.path as String] in
        let terminal = try Self.startWithErrors(on: path)
        Self.complain("a library \u{1B}[31mcomplains\u{9B}m\n")
        terminal.stop()
        exit(0)
      }
      expectWhole(pty)
      #expect(pty.writes("a library ?[31mcomplains??m"))
      let parts = pty.written.split(separator: "a library")
      #expect(parts.count == 2 && parts[0].contains("\u{1B}[?1049l"))
    }

    @Test("The last words of a crash are shown after the screen, the last lines of many")
    func lastWords() async {
      let pty = PseudoTerminal()
      await #expect(processExitsWith: .signal(SIGABRT)) { [path = pty.path as String] in
        _ = try Self.startWithErrors(on: path)
        for number in 1...500 { Self.complain("line \(number)\n") }
        Self.complain("Fatal error: as a bug says\n")
        abort()
      }
      expectWhole(pty)
      #expect(pty.writes("line 500\r\nFatal error: as a bug says"))
      #expect(!pty.written.contains("line 1\r\n"))
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

    @Test("A stop and a continue draw the screen again")
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
