import ParleyEngine
import ParleyText
import ParleyWorkspace

/// The results of a request that was sent many times, for standard output.
///
///     100 responses to 100 sends in 1.4 s, 70.4 a second, 8 at once
///
///       200  98
///       503   2
///
///     min 3.1 ms  median 5.2 ms  p90 9.8 ms  p95 12 ms  p99 31 ms  max 40 ms
///
///       0.0 ms–5.0 ms  ████████████████████████████████████████  60
struct RepeatedSendReport {
  let sends: RepeatedSend

  private static let bins = 12
  private static let columns = 40

  private var tally: SendTally { sends.tally }

  func write(to console: any Console) {
    let tally = tally
    var lines = [Self.head(of: tally, atOnce: sends.atOnce), ""]
    lines += Self.outcomes(of: tally)
    if let spread = DurationSpread(tally.durations) {
      lines += ["", spread.percentiles.map { "\($0.name) \($0.duration.short)" }.joined(separator: "  "), ""]
      lines += Self.histogram(spread.bins(atMost: Self.bins))
    }
    for line in lines { console.print(line) }
  }

  static func head(of tally: SendTally, atOnce: Int) -> String {
    let cached = tally.cached > 0 ? ", \(tally.cached.grouped) of them from the cache" : ""
    let count = "\(tally.responses.counted("response")) to \(tally.sends.counted("send"))"
    return "\(count) in \(tally.elapsed.short)\(tally.rateSuffix), \(atOnce.grouped) at once\(cached)"
  }

  private static func outcomes(of tally: SendTally) -> [String] {
    let counts =
      tally.statuses.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) }
      + (tally.missed > 0 ? [("not as expected", tally.missed)] : [])
      + (tally.cancelled > 0 ? [("cancelled", tally.cancelled)] : [])
      + tally.failures.sorted { $0.key < $1.key }.map { (Printable.text($0.key), $0.value) }
    let width = counts.map { $0.1.grouped.count }.max() ?? 0
    return counts.map { "  \($0.1.grouped.leftPadded(to: width))  \($0.0)" }
  }

  private static func histogram(_ bins: [DurationSpread.Bin]) -> [String] {
    let largest = bins.map(\.count).max() ?? 0
    let width = bins.map(\.range.count).max() ?? 0
    return bins.map { bin in
      let bar = bin.bar(largest: largest, columns: columns)
      return "  \(bin.range.leftPadded(to: width))  \(bar)\(bar.isEmpty ? "" : " ")\(bin.count.grouped)"
    }
  }
}

// The same as one JSON object.
extension RepeatedSendReport {
  var json: JSONValue {
    let tally = tally
    var json: JSONValue = [
      "sends": Self.number(tally.sends), "responses": Self.number(tally.responses),
      "atOnce": Self.number(sends.atOnce), "milliseconds": Self.milliseconds(tally.elapsed),
      "statuses": Self.counts(tally.statuses.map { ("\($0.key)", $0.value) }),
      "failures": Self.counts(tally.failures.map { ($0.key, $0.value) }),
      "notAsExpected": Self.number(tally.missed), "fromCache": Self.number(tally.cached),
      "cancelled": Self.number(tally.cancelled),
    ]
    json["perSecond"] = tally.perSecond.flatMap { JSONNumber($0) }.map(JSONValue.number)
    if let spread = DurationSpread(tally.durations) { json["duration"] = Self.json(of: spread) }
    return json
  }

  /// In milliseconds.
  private static func json(of spread: DurationSpread) -> JSONValue {
    var json: JSONValue = ["mean": milliseconds(spread.mean)]
    for (name, duration) in spread.percentiles { json[name] = milliseconds(duration) }
    let rows = spread.bins(atMost: bins).map { bin in
      var row: JSONValue = ["from": milliseconds(bin.lower), "count": number(bin.count)]
      row["to"] = bin.upper.map(milliseconds)
      return row
    }
    json["histogram"] = .array(rows)
    return json
  }

  private static func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    JSONNumber(duration.inMilliseconds).map(JSONValue.number) ?? .null
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONValue {
    .object(JSONObject(counts.sorted { $0.0 < $1.0 }.map { ($0.0, number($0.1)) }))
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
