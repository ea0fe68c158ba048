internal import CTerminal
import FoundationEssentials
import Glibc

/// The person's terminal, drawn through ncurses.
///
/// Curses describes the terminal and keeps what is written to it small. Input is read and understood here
/// (``InputParser``), because pastes must never act as keys. The terminal and its signals belong to the process, so only
/// one of these can be started at a time; the others throw.
package final class NcursesTerminal: Terminal {
  package struct Configuration: Sendable {
    package var input: Int32
    package var output: Int32
    /// `TERM` names the terminal, `NO_COLOR` asks for none.
    package var environment: [String: String]
    package var usesMouse: Bool
    /// The path of the file that receives standard error while the screen is up; nil keeps it in memory. Its end is
    /// shown on leaving.
    package var errorLog: String?

    package init(
      input: Int32 = 0, output: Int32 = 1, environment: [String: String],
      usesMouse: Bool = true, errorLog: String? = nil
    ) {
      self.input = input
      self.output = output
      self.environment = environment
      self.usesMouse = usesMouse
      self.errorLog = errorLog
    }
  }

  package var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      styles = [:]
      shown = nil
    }
  }
  package internal(set) var size = Size(width: 80, height: 24)
  package let waker: any Waker = NcursesWaker()
  /// The colours this terminal has and the person wants.
  package private(set) var depth = ColorDepth.none

  let configuration: Configuration
  var isStarted = false
  var parser = InputParser()
  /// The moment at which the last bytes came from the terminal.
  var lastTyped = ContinuousClock.now
  /// Events that were noticed together with the one before them.
  var queue: [InputEvent] = []
  /// The frame on the screen; nil when nothing is known of what is there.
  var shown: Frame?
  var styles: [Style: ResolvedStyle] = [:]
  var glyphs = Glyphs(isASCIIOnly: true) { _ in 1 }
  var errors: ErrorDiversion?

  package init(configuration: Configuration, theme: Theme = .dark) {
    self.configuration = configuration
    self.theme = theme
  }

  deinit { stop() }

  package func start() throws(TerminalError) {
    guard !isStarted else { return }
    guard isatty(configuration.output) == 1, isatty(configuration.input) == 1 else { throw .notATerminal }
    let hasUTF8 = ct_use_locale()
    glyphs = Glyphs(isASCIIOnly: !hasUTF8) { Int(ct_width($0.value)) }
    ct_catch_signals()
    do { try open() } catch {
      ct_release_signals()
      throw error
    }
    isStarted = true
    errors = ErrorDiversion(path: configuration.errorLog)
    depth = ColorDepth(colors: Int(ct_colors()), environment: configuration.environment)
    parser = InputParser(sequences: Self.keySequences())
    adoptSize()
    ct_enable_reports(configuration.usesMouse)
  }

  private func open() throws(TerminalError) {
    let wanted = configuration.environment["TERM"] ?? ""
    // A terminal the system has no description of is most likely one that imitates xterm.
    for type in [wanted, "xterm-256color", "xterm", "vt100"] where !type.isEmpty && wanted != "dumb" {
      switch ct_open(type, configuration.input, configuration.output) {
      case CT_OK: return
      case CT_BUSY: throw .busy
      default: continue
      }
    }
    throw .unknownTerminal(wanted)
  }

  package func stop() {
    guard isStarted else { return }
    isStarted = false
    ct_disable_reports()
    ct_close()
    ct_release_signals()
    errors?.end()
    errors = nil
    shown = nil
    queue = []
    parser.reset()
  }

  /// The signal that ended the program, so that it can say so with its exit status; nil where none did. SIGHUP also stands
  /// for a terminal that is gone.
  package var endingSignal: Int32? {
    let signal = ct_ending_signal()
    return signal == 0 ? nil : signal
  }

  package func setTitle(_ title: String) {
    guard isStarted, hasTitle else { return }
    write("\u{1B}]2;" + Sanitizer.visible(title) + "\u{7}")
  }

  private var hasTitle: Bool {
    let type = configuration.environment["TERM"] ?? ""
    return ["xterm", "tmux", "rxvt", "alacritty", "foot", "kitty", "st-", "konsole", "wezterm"].contains {
      type.hasPrefix($0)
    }
  }

  package func copy(_ text: String) -> Bool {
    let encoded = Data(text.utf8).base64EncodedString()
    // Longer ones are refused by common terminals, some by showing them.
    guard isStarted, encoded.count <= 100_000 else { return false }
    return write("\u{1B}]52;c;" + encoded + "\u{7}")
  }

  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ct_write($0.baseAddress, Int32($0.count)) }
    }
  }
}

private struct NcursesWaker: Waker {
  func wake() { ct_wake() }
}

extension TerminalError {
  static let notATerminal = TerminalError(
    code: .notATerminal, summary: "Standard input or output is not a terminal.",
    advice: "Start it in a terminal without redirection; scripts use commands such as `parley send`.")

  static let busy = TerminalError(
    code: .busy, summary: "Another screen of this program is using the terminal.", advice: "Close that one first.")

  static func unknownTerminal(_ type: String) -> TerminalError {
    TerminalError(
      code: .unknownTerminal, summary: "The terminal type “\(Sanitizer.visible(type))” cannot show a screen.",
      advice: "Set TERM to what your terminal is, for instance xterm-256color.")
  }
}
