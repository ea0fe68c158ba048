import Glibc
import Testing

@testable import TerminalKit

/// Curses and signals belong to the process: these tests come one after the other.
@Suite("The real terminal", .serialized, .timeLimit(.minutes(2)))
struct NcursesTests {
  static func terminal(
    on pty: PseudoTerminal, type: String = "xterm-256color", _ environment: [String: String] = [:]
  ) -> NcursesTerminal {
    NcursesTerminal(
      configuration: .init(
        input: pty.program, output: pty.program, environment: environment.merging(["TERM": type]) { $1 }))
  }

  private func frame(_ size: Size, _ text: String, _ style: Style = .text) -> Frame {
    var frame = Frame(size: size)
    frame.put(text, at: .zero, style: style)
    return frame
  }

  @Test("It takes the screen on start and gives it back on stop, modes and all")
  func startAndStop() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    #expect(pty.isCooked)
    try terminal.start()
    #expect(!pty.isCooked)
    #expect(pty.writes("\u{1B}[?1049h"))
    #expect(pty.writes("\u{1B}[?2004h"))
    terminal.stop()
    #expect(pty.isCooked)
    #expect(pty.writes("\u{1B}[?2004l"))
    #expect(pty.writes("\u{1B}[?1049l"))
    #expect(pty.writes("\u{1B}[?1000l"))
  }

  @Test("A frame reaches the screen with its letters and colours, and only its differences after that")
  func draw() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    #expect(terminal.size == Size(width: 40, height: 8))
    #expect(terminal.depth == .indexed)
    terminal.draw(frame(terminal.size, "漢字 status", Style(.success)))
    #expect(pty.writes("漢字 status"))
    #expect(pty.writes("38;5;114"))
    pty.forget()
    var next = frame(terminal.size, "漢字 status", Style(.success))
    next.put("END", at: Point(x: 0, y: 7))
    terminal.draw(next)
    #expect(pty.writes("END"))
    #expect(!pty.written.contains("status"))
  }

  @Test("Without colour none is written", arguments: [("xterm-256color", ["NO_COLOR": "1"]), ("vt100", [:])])
  func colorless(type: String, environment: [String: String]) throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty, type: type, environment)
    try terminal.start()
    defer { terminal.stop() }
    #expect(terminal.depth == .none)
    terminal.draw(frame(terminal.size, "selected", Style(.success, on: .selection)))
    #expect(pty.writes("selected"))
    #expect(!pty.written.contains("38;5"))
    #expect(pty.written.contains("\u{1B}[7m") || pty.written.contains(";7m"))
  }

  @Test("Escape sequences in text never reach the terminal")
  func hostile() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    terminal.draw(frame(terminal.size, "a\u{1B}]2;evil\u{7}\u{9B}31m\u{202E}\rz"))
    #expect(pty.writes("a␛]2;evil␇·31m·␍z"))
    #expect(!pty.written.contains("\u{1B}]2;"))
    terminal.setTitle("x\u{7}\u{1B}[31m")
    #expect(pty.writes("\u{1B}]2;x␇␛[31m\u{7}"))
  }

  @Test("Keys, mouse and pastes arrive as events")
  func input() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    pty.type("é\u{1B}OA\u{1B}[<0;3;2M\u{1B}[200~q\u{1B}[A\u{3}\u{1B}[201~\u{3}\u{1B}[15;2~")
    let expected: [InputEvent] = [
      .key(.character("é")), .key(.up), .mouse(Mouse(.press(.left), at: Point(x: 2, y: 1))),
      .paste("q\u{1B}[A\u{3}"), .key(.control("c")), .key(Key(.function(5), .shift)),
    ]
    for event in expected { #expect(terminal.nextEvent(timeout: .seconds(20)) == event) }
    pty.type("\u{1B}")
    #expect(terminal.nextEvent(timeout: .seconds(20)) == .key(.escape))
    #expect(terminal.nextEvent(timeout: .zero) == nil)
  }

  @Test("It sleeps until another thread wakes it")
  func wake() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    let waker = terminal.waker
    Thread.detach { waker.wake() }
    #expect(terminal.nextEvent() == .woken)
    #expect(terminal.nextEvent(timeout: .zero) == nil)
  }

  @Test("Esc is a key in time, however often other threads wake the terminal")
  func escapeWhileWoken() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    pty.type("\u{1B}")
    let deadline = ContinuousClock.now + .seconds(20)
    var event: InputEvent? = .woken
    while event == .woken, ContinuousClock.now < deadline {
      terminal.waker.wake()
      event = terminal.nextEvent(timeout: .seconds(20))
    }
    #expect(event == .key(.escape))
    // Wake-ups that were not taken would be the next test's first events.
    while terminal.nextEvent(timeout: .zero) != nil {}
  }

  @Test("A resize is an event, and the next frame is drawn in full at the new size")
  func resize() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    terminal.draw(frame(terminal.size, "before"))
    let size = Size(width: 60, height: 12)
    pty.resize(to: size)
    kill(getpid(), SIGWINCH)
    #expect(terminal.nextEvent(timeout: .seconds(20)) == .resize(size))
    #expect(terminal.size == size)
    pty.forget()
    terminal.draw(frame(size, String(repeating: "x", count: 59) + "|"))
    #expect(pty.writes("|"))
  }

  @Test("Any small size can be drawn on", arguments: [(1, 1), (2, 1), (20, 5), (3, 40)])
  func tiny(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    let pty = PseudoTerminal(size: size)
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    #expect(terminal.size == size)
    terminal.draw(frame(size, String(repeating: "漢", count: 9)))
    terminal.draw(frame(Size(width: 99, height: 99), String(repeating: "漢", count: 50)))
    terminal.redraw()
    terminal.draw(frame(size, "x"))
    #expect(pty.writes("x"))
  }

  @Test("A signal to end is an event")
  func terminate() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    kill(getpid(), SIGTERM)
    #expect(terminal.nextEvent(timeout: .seconds(20)) == .terminate)
    kill(getpid(), SIGHUP)
    #expect(terminal.nextEvent(timeout: .seconds(20)) == .hangup)
  }

  @Test("Another program gets the terminal as it was, and the screen returns after it")
  func handOver() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    terminal.draw(frame(terminal.size, "ours"))
    Thread.detach { if pty.writes("ready>") { pty.type("hello\n") } }
    let status = try terminal.handOver(to: [
      "sh", "-c", "stty -a; printf 'ready''>'; read line; echo \"got $line\"; exit 3",
    ])
    #expect(status == 3)
    #expect(pty.writes("got hello"))
    #expect(pty.written.contains(" icanon") && pty.written.contains(" echo "))
    #expect(terminal.nextEvent(timeout: .zero) == .resumed)
    #expect(!pty.isCooked)
    pty.forget()
    terminal.draw(frame(terminal.size, "ours again"))
    #expect(pty.writes("again"))
  }

  @Test("A program that cannot be started is an error, and the screen is there")
  func handOverFails() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    #expect(throws: TerminalError.commandNotStarted("no-such-editor", ENOENT)) {
      try terminal.handOver(to: ["no-such-editor"])
    }
    #expect(throws: TerminalError.commandNotStarted("", ENOENT)) { try terminal.handOver(to: []) }
    #expect(!pty.isCooked)
  }

  @Test("Text for the clipboard is encoded; too long a one is not sent")
  func copy() throws {
    let pty = PseudoTerminal()
    let terminal = Self.terminal(on: pty)
    try terminal.start()
    defer { terminal.stop() }
    #expect(terminal.copy("hé\u{1B}[31m"))
    #expect(pty.writes("\u{1B}]52;c;aMOpG1szMW0=\u{7}"))
    #expect(!terminal.copy(String(repeating: "x", count: 200_000)))
  }

  @Test("An unknown terminal is taken for an xterm; one that cannot move its cursor is refused")
  func terminalTypes() throws {
    let pty = PseudoTerminal()
    let unknown = Self.terminal(on: pty, type: "no-such-terminal")
    try unknown.start()
    unknown.stop()
    #expect(pty.isCooked)
    #expect(throws: TerminalError.unknownTerminal("dumb")) { try Self.terminal(on: pty, type: "dumb").start() }
    #expect(pty.isCooked)
  }

  @Test("What is no terminal is refused, and so is a second screen")
  func refused() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    let nothing = NcursesTerminal(configuration: .init(input: null, output: null, environment: ["TERM": "xterm"]))
    #expect(throws: TerminalError.notATerminal) { try nothing.start() }
    let pty = PseudoTerminal()
    let first = Self.terminal(on: pty)
    try first.start()
    defer { first.stop() }
    #expect(throws: TerminalError.busy) { try Self.terminal(on: pty).start() }
    #expect(!pty.isCooked)
  }
}
