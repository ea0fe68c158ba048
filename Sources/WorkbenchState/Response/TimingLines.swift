package import ParleyEngine
import ParleyText
package import TerminalKit

/// The phases of a transfer, one after the other.
struct TimingPhases {
  struct Phase: Hashable {
    var name: String
    var duration: Duration
    var role: Role
  }

  let phases: [Phase]
  let total: Duration

  init(_ timings: Timings) {
    let known: [Phase] = [
      Phase(name: "dns", duration: timings.dns, role: .info),
      Phase(name: "connect", duration: timings.connect, role: .accent),
      Phase(name: "tls", duration: timings.tls, role: .warning),
      Phase(name: "first byte", duration: timings.firstByte, role: .success),
      Phase(name: "transfer", duration: timings.transfer, role: .number),
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

  /// The phases that the line shows: with the wait before them where that is a good part of the whole.
  private var shown: [Phase] {
    let isLong = rest.inMilliseconds > total.inMilliseconds / 10
    return (isLong ? [Phase(name: "queued", duration: rest, role: .muted)] : []) + phases
  }

  /// Names, each with its bar behind it, in a line: `dns▏ connect▎ first byte████▏ transfer▏`. With little room the bars alone, and behind
  /// them the name of the longest phase.
  func bar(width: Int) -> StyledText {
    let phases = shown
    let sum = phases.reduce(0) { $0 + $1.duration.inMilliseconds }
    guard !phases.isEmpty, sum > 0, width >= phases.count else { return "" }
    let named = phases.reduce(0) { $0 + $1.name.count } + phases.count - 1
    let isNamed = width >= named + 2 * phases.count
    let behind = isNamed ? "" : Self.longest(of: phases, in: width - 2 * phases.count)
    let room = width - phases.count - (isNamed ? named : behind.count)
    var line = StyledText()
    for (place, phase) in phases.enumerated() {
      if isNamed { line.append("\(place > 0 ? " " : "")\(phase.name)", .muted) }
      let blocks = ProgressBar.blocks(phase.duration.inMilliseconds / sum, width: room)
      line.append(blocks.isEmpty ? "▏" : blocks, Style(phase.role))
    }
    if !behind.isEmpty { line.append(behind, .muted) }
    return line
  }

  /// The name of the longest phase, apart from what stands before it; empty where it has no room.
  private static func longest(of phases: [Phase], in width: Int) -> String {
    let name = phases.max { $0.duration < $1.duration }.map { "  \($0.name)" } ?? ""
    return name.count <= width ? name : ""
  }
}

/// The table of the Timing tab.
package struct TimingLines {
  package private(set) var lines: [StyledText] = []
  private let width: Int

  package init(_ summary: ResponseSummary, width: Int, masking secrets: Secrets) {
    self.width = width
    let timings = summary.timings
    addPhases(TimingPhases(timings))
    lines.append("")
    add("connection", timings.reusedConnection ? "reused" : "new")
    if timings.tls > .zero { add("tls", "Alt-h shows the certificates") }
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
    if phases.rest > .zero { addPhase("queued", phases.rest, .muted, from: 0, total, room) }
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
