import ParleyEngine
import ParleyText
import TerminalKit

/// The phases of a transfer, one after the other.
struct TimingPhases {
  struct Phase: Hashable {
    var name: String
    /// For little room.
    var short: String
    var duration: Duration
    var role: Role
  }

  let phases: [Phase]
  let total: Duration

  init(_ timings: Timings) {
    let known: [Phase] = [
      Phase(name: "dns", short: "dns", duration: timings.dns, role: .info),
      Phase(name: "connect", short: "tcp", duration: timings.connect, role: .accent),
      Phase(name: "tls", short: "tls", duration: timings.tls, role: .warning),
      Phase(name: "first byte", short: "wait", duration: timings.firstByte, role: .success),
      Phase(name: "transfer", short: "recv", duration: timings.transfer, role: .number),
    ]
    phases = known.filter { $0.duration > .zero }
    total = timings.total
  }

  private var sum: Double { phases.reduce(0) { $0 + $1.duration.inMilliseconds } }

  /// The time outside of all phases: redirects, and waiting for a connection.
  var rest: Duration {
    let left = total.inMilliseconds - sum
    return left > 0.05 ? .microseconds(Int64(left * 1000)) : .zero
  }

  /// Names, each with its bar behind it, in a line: `dns▏ connect▎ first byte████▏ transfer▏`. With little room `tcp▎ wait██▏ recv▏`, then
  /// without blanks, and without room for these bars alone.
  func bar(width: Int) -> StyledText {
    guard !phases.isEmpty, sum > 0, width >= phases.count else { return "" }
    let forms: [(name: KeyPath<Phase, String>, gap: Int)] = [(\.name, 1), (\.short, 1), (\.short, 0)]
    let form = forms.first { form in
      let words = phases.reduce(0) { $0 + $1[keyPath: form.name].count }
      return width >= words + 2 * phases.count + form.gap * (phases.count - 1)
    }
    let (name, gap) = (form?.name, form?.gap ?? 0)
    let names = name.map { name in phases.reduce(0) { $0 + $1[keyPath: name].count } } ?? 0
    let room = width - names - phases.count - gap * (phases.count - 1)
    var line = StyledText()
    for (place, phase) in phases.enumerated() {
      if let name { line.append("\(place > 0 && gap > 0 ? " " : "")\(phase[keyPath: name])", .muted) }
      let blocks = ProgressBar.blocks(phase.duration.inMilliseconds / sum, width: room)
      line.append(blocks.isEmpty ? "▏" : blocks, Style(phase.role))
    }
    return line
  }
}

/// The table of the Timing tab.
struct TimingLines {
  private(set) var lines: [StyledText] = []
  private let width: Int

  init(_ summary: ResponseSummary, width: Int, masking secrets: Secrets) {
    self.width = width
    let timings = summary.timings
    addPhases(TimingPhases(timings))
    lines.append("")
    add("connection", timings.reusedConnection ? "reused" : "new")
    if let address = timings.remoteAddress { add("address", address) }
    add(
      "body",
      ByteCount.text(summary.count)
        + (summary.bytesOnWire == summary.count ? "" : ", \(ByteCount.text(summary.bytesOnWire)) on the wire"))
    for (place, hop) in summary.hops.enumerated() {
      add(place == 0 ? "redirects" : "", secrets.masking("\(hop.status) \(hop.url) → \(hop.location)"))
    }
    for (place, attempt) in summary.failedAttempts.enumerated() {
      let wait = attempt.wait > .zero ? ", then waited \(attempt.wait.short)" : ""
      add(place == 0 ? "attempts" : "", secrets.masking("\(attempt.summary)\(wait)"))
    }
    if let notKept = summary.notKept { lines.append([Span("Not in the history: \(notKept)", .warning)]) }
  }

  private mutating func addPhases(_ phases: TimingPhases) {
    let total = max(phases.total.inMilliseconds, 0.001)
    let room = max(0, width - 26)
    var start = phases.rest.inMilliseconds
    if phases.rest > .zero { addPhase("before", phases.rest, .muted, from: 0, total, room) }
    for phase in phases.phases {
      addPhase(phase.name, phase.duration, phase.role, from: start, total, room)
      start += phase.duration.inMilliseconds
    }
    lines.append([
      Span("total".padded(to: 12), .text, .bold), Span(phases.total.short.leftPadded(to: 10), .text, .bold),
    ])
  }

  private mutating func addPhase(
    _ name: String, _ duration: Duration, _ role: Role, from start: Double, _ total: Double, _ room: Int
  ) {
    let indent = String(repeating: " ", count: Int(min(max(0, start / total), 1) * Double(room)))
    let blocks = ProgressBar.blocks(duration.inMilliseconds / total, width: room)
    lines.append([
      Span(name.padded(to: 12)), Span(duration.short.leftPadded(to: 10)), Span("  " + indent),
      Span(blocks.isEmpty ? "▏" : blocks, role),
    ])
  }

  private mutating func add(_ name: String, _ value: String) {
    lines.append([Span(name.padded(to: 12), .muted), Span("  \(value)")])
  }
}
