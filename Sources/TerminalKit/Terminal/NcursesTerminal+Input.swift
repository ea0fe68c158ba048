internal import CTerminal

extension NcursesTerminal {
  package func nextEvent(timeout: Duration?) -> InputEvent? {
    guard isStarted else { return .hangup }
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      if !queue.isEmpty { return queue.removeFirst() }
      let hasArrived = wait(until: [deadline, endOfPatience].compactMap { $0 }.min())
      if let endOfPatience, endOfPatience <= .now {
        queue += parser.flush()
      } else if !hasArrived, deadline != nil {
        return nil
      }
    }
  }

  /// The moment at which bytes that are no whole event yet are all there is. It is counted from the last byte: however often other
  /// threads wake the terminal meanwhile, a lone ESC is the Esc key in time.
  private var endOfPatience: ContinuousClock.Instant? {
    parser.patience.map { lastTyped + $0 }
  }

  /// Waits once and queues what it brought.
  ///
  /// - Returns: false when only time has passed.
  private func wait(until deadline: ContinuousClock.Instant?) -> Bool {
    var bytes: [UInt8] = []
    var kind = arrival(within: deadline.map { Self.milliseconds(max(.zero, $0 - .now)) } ?? -1, into: &bytes)
    guard kind == CT_BYTES else { return take(kind) }
    // All there is at once: a paste is told from keys by what stands at its end.
    repeat { kind = arrival(within: 0, into: &bytes) } while kind == CT_BYTES && bytes.count < 1 << 20
    queue += parser.feed(bytes)
    lastTyped = .now
    if kind != CT_BYTES { _ = take(kind) }
    return true
  }

  /// Waits for the next thing to happen; what was typed is appended to `bytes`.
  ///
  /// The bytes are no part of a C struct: Swift takes an array in one for a tuple, and compiles one of thousands for a quarter of a minute.
  private func arrival(within milliseconds: Int32, into bytes: inout [UInt8]) -> ct_kind {
    var kind = CT_NOTHING
    bytes += [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
      var arrived = Int32(room.count)
      kind = ct_wait(configuration.input, milliseconds, room.baseAddress, &arrived)
      count = Int(arrived)
    }
    return kind
  }

  private func take(_ kind: ct_kind) -> Bool {
    switch kind {
    case CT_NOTHING: return false
    case CT_WOKEN: queue.append(.woken)
    case CT_RESIZED: if adoptSize() { queue.append(.resize(size)) }
    case CT_STOP_REQUESTED: suspend()
    case CT_CONTINUED: comeBack()
    case CT_TERMINATED: queue.append(.terminate)
    default: queue.append(.hangup)
    }
    return true
  }

  /// Rounded up, so that a wait never ends too early and is begun again and again.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return milliseconds.overflow ? .max : Int32(clamping: milliseconds.partialValue + rest)
  }

  /// Draws at the size the terminal has now.
  ///
  /// - Returns: whether it is another than before.
  @discardableResult
  func adoptSize() -> Bool {
    var columns: Int32 = 0
    var rows: Int32 = 0
    if ct_measure(&columns, &rows) { ct_resize(columns, rows) }
    ct_size(&columns, &rows)
    let before = size
    size = Size(width: Int(columns), height: Int(rows))
    shown = nil
    return size != before
  }

  /// The sequences that this terminal's keys send, as far as terminfo names them.
  static func keySequences() -> [[UInt8]: Key] {
    let functions = (1...24).map { ("kf\($0)", Key.function($0)) }
    var sequences: [[UInt8]: Key] = [:]
    for (name, key) in capabilities + functions {
      guard let value = ct_capability(name).map({ String(cString: $0) }) else { continue }
      // F17 of terminfo is Shift-F5 on the keyboard: sequences with modifiers are read by their numbers.
      if case .function(13...) = key.code, value.contains(";") { continue }
      sequences[Array(value.utf8)] = key
    }
    return sequences
  }

  private static let capabilities: [(String, Key)] = [
    ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
    ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kich1", Key(.insert)), ("kcbt", .backtab),
    ("kent", .enter),
  ]
}
