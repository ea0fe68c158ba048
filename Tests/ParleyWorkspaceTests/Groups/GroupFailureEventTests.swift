import ParleyEngine
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Each failure of a step has one line in the log", .timeLimit(.minutes(1)))
struct GroupFailureEventTests {
  @Test(
    "whatever it is that fails",
    arguments: [
      ("{ request: one, as: s, until: '.never == true', attempts: 2 }", "s: “until” was still false after 2 attempts."),
      ("{ local: s, jq: '1', when: '$vars.n' }", "s: "),
      ("{ local: s, each: '$vars.n', jq: '.' }", "s: "),
      ("{ request: one, as: s, with: { headers: { X: '{{shared.gone}}' } } }", "s: "),
      ("{ request: strict }", "strict: "),
      ("{ local: s, assert: '$vars.n > 7' }", "s: "),
      ("{ serial: [{ local: s, assert: 'false' }] }", "s: "),
    ])
  func failures(step: String, line: String) async throws {
    let workspace = try SendingWorkspace(
      [.json("{}"), .json("{}")],
      files: [
        "groups/g.yaml": "serial:\n  - \(step)\n", "requests/one.yaml": "url: /one\n",
        "requests/strict.yaml": "url: /strict\nexpect: { status: 204 }\n",
        "environments/local.yaml": "vars: { n: 7 }\n",
      ])
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    #expect(try await session.groups.run("g").result().failed)
    let lines = events.takeAvailable().compactMap { delivery -> String? in
      if case .event(let event) = delivery { event.failureLine } else { nil }
    }
    #expect(lines.count == 1 && lines[0].hasPrefix(line), "\(lines)")
    await session.close()
  }
}

extension Event {
  /// The step or request that fails here, and why; nil where nothing does.
  fileprivate var failureLine: String? {
    switch kind {
    case .failed(let subject, let failure): "\(subject.name ?? ""): \(failure.summary)"
    case .custom(let custom) where custom.parameters?["job"]?.string == Event.jobFailed:
      "\(custom.identifier): \(custom.parameters?["error"]?.string ?? "")"
    case .custom(let custom): custom.warning.map { "\($0.name ?? ""): \($0.sentence)" }
    default: nil
    }
  }
}
