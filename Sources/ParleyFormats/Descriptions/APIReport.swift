internal import ParleyEngine
internal import ParleyStore
internal import ParleyText

/// Coverage and drift as lines of text, for a terminal and for the workbench.
package enum APIReport {
  package static func lines(of coverages: [APICoverage]) -> [String] {
    coverages.map(lines).joined(separator: [""]).map(\.self)
  }

  private static func lines(of coverage: APICoverage) -> [String] {
    let (all, api) = (coverage.operations, coverage.api)
    let version = api.version.isEmpty ? "" : " \(Printable.text(api.version))"
    let head = [
      "\(Printable.text(api.title))\(version) (\(api.file)): \(all.count.counted("operation"))",
      "  with a request  \(share(coverage.withRequest, of: all.count))",
      "  sent            \(share(coverage.sent, of: all.count))",
    ]
    let lacking = all.filter(\.requests.isEmpty).map { Printable.text("  \($0.operation.route)") }
    let unsent = all.filter { !$0.requests.isEmpty && !$0.wasSent }.map { each in
      Printable.text("  \(each.operation.route)  \(each.requests.joined(separator: ", "))")
    }
    let strays = coverage.strays.map { Printable.text("  \($0)") }
    return head + section("No request sends", lacking) + section("Not sent yet", unsent)
      + section("Requests of operations that the description does not have", strays)
  }

  package static func lines(of drifts: [APIDrift]) -> [String] {
    guard !drifts.isEmpty else { return ["The history has no response of an operation of the descriptions."] }
    let differing = drifts.filter { !$0.findings.isEmpty }
    let count = drifts.reduce(0) { $0 + $1.responses }
    let whole = "\(count.counted("response")) of \(drifts.count.counted("operation")) looked at"
    guard !differing.isEmpty else { return ["\(whole): all as their descriptions say."] }
    return ["\(whole); \(differing.count.counted("operation")) with differences:"] + differing.flatMap(lines)
  }

  private static func lines(of drift: APIDrift) -> [String] {
    let head = "\(drift.operation.route)  \(drift.operation.key)  (\(drift.responses.counted("response")))"
    let findings = APIDrift.Kind.allCases.flatMap { kind in drift.findings.filter { $0.kind == kind } }
    return ["", Printable.text(head)]
      + findings.map { finding in
        let times = finding.count == drift.responses ? "in all" : "in \(finding.count) of \(drift.responses)"
        let example = "as in exchange \(finding.example.sequence), \(finding.example.startedAt.iso8601)"
        return "  \(finding.kind.words(finding.what))  \(times), \(example)"
      }
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", "\(title):"] + lines
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    "\(part) of \(whole)  \(whole == 0 ? 100 : part * 100 / whole)%"
  }
}

extension APIDrift.Kind {
  fileprivate func words(_ what: String) -> String {
    switch self {
    case .status: "status \(what) is not described"
    case .contentType: "content type \(what) is not described"
    case .property: "\(what) is not described"
    case .header: "header \(what) is not described"
    case .missing: what.hasSuffix("missing") ? what : "\(what) is missing"
    case .value: what
    }
  }
}
