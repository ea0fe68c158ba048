/// Turns the bytes a terminal sends into events. A state machine without input or clock of its own.
///
///     parser.feed(bytes)      // what is complete
///     parser.flush()          // when `patience` has passed without a byte: what was pending is all there is
struct InputParser {
  /// The keys that this terminal's own sequences stand for, from terminfo. Others are known by the standards of xterm.
  let sequences: [[UInt8]: Key]
  /// Bytes of a paste that are kept; the rest is dropped.
  let pasteLimit: Int
  /// Bytes that are not yet a whole event.
  var pending: ArraySlice<UInt8> = []
  /// The text of a paste that has begun.
  var paste: [UInt8]?

  init(sequences: [[UInt8]: Key] = [:], pasteLimit: Int = 16 << 20) {
    self.pasteLimit = pasteLimit
    // Two bytes would be Alt and a letter, one an ordinary key.
    self.sequences = sequences.filter { $0.key.count > 2 && $0.key.first == Byte.escape }
  }

  /// How long to wait for the rest of what is pending: long enough for a slow line to bring the rest of a sequence, short
  /// enough that Esc answers at once.
  var patience: Duration? {
    if paste != nil { return .seconds(2) }
    return pending.isEmpty ? nil : .milliseconds(25)
  }

  mutating func feed(_ bytes: some Collection<UInt8>) -> [InputEvent] {
    pending = ArraySlice(pending + bytes)
    var events: [InputEvent] = []
    while let event = next(isFinal: false) { events.append(contentsOf: event) }
    return events
  }

  /// Takes what is pending as it stands: a lone ESC is the Esc key. A paste whose end never came ends here.
  mutating func flush() -> [InputEvent] {
    if paste != nil { return endPaste(with: pending) }
    var events: [InputEvent] = []
    while let event = next(isFinal: true) { events.append(contentsOf: event) }
    return events
  }

  mutating func reset() {
    pending = []
    paste = nil
  }

  /// The events of the first whole sequence, perhaps none; nil when more bytes are needed.
  private mutating func next(isFinal: Bool) -> [InputEvent]? {
    guard paste == nil else { return continuePaste() }
    guard let first = pending.first else { return nil }
    let step = first == Byte.escape ? escape() : Self.character(pending, isFinal: isFinal)
    switch step {
    case .incomplete where isFinal:
      return take(Step.rest(pending))
    case .incomplete:
      return nil
    case .complete:
      return take(step)
    }
  }

  private mutating func take(_ step: Step) -> [InputEvent]? {
    guard case .complete(let event, let length) = step else { return nil }
    pending = pending.dropFirst(length)
    switch event {
    case .input(let event): return [event]
    case .pasteBegins:
      paste = []
      return continuePaste()
    case .nothing: return []
    }
  }
}

extension InputParser {
  /// The meaning of the bytes at the front, or that they are incomplete.
  enum Step {
    case complete(Meaning, length: Int)
    case incomplete

    static func key(_ key: Key, _ length: Int) -> Step { .complete(.input(.key(key)), length: length) }
    static func nothing(_ length: Int) -> Step { .complete(.nothing, length: length) }

    /// A sequence that was begun and goes no further: Esc by itself, Alt with a key that begins sequences, or a torso.
    static func rest(_ bytes: ArraySlice<UInt8>) -> Step {
      switch bytes.count {
      case 1: .key(.escape, 1)
      case 2: .key(.alt(Character(Unicode.Scalar(bytes[bytes.startIndex + 1]))), 2)
      default: .nothing(bytes.count)
      }
    }
  }

  enum Meaning {
    case input(InputEvent)
    case pasteBegins
    case nothing
  }

  enum Byte {
    static let escape: UInt8 = 0x1B
    static let bracket = UInt8(ascii: "[")
    static let tilde = UInt8(ascii: "~")
  }
}
