import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A later process tells no part of a secret of an earlier run", .timeLimit(.minutes(3)))
struct RecordedSecretTests {
  /// Filters that take parts of the token, or make names of it, beside the whole of it.
  private static let filters = [
    "[.echo | .[0:9], .[9:18]]", "[.echo | .[0:9], .]", "{a: .echo, b: (.echo | .[6:16])}", "[.echo | .[4:]]",
    "{(.echo): 1, pad}", "{(.echo[6:15]): {a: 1}}", "{(.echo | .[6:30]): .echo}",
    "[.echo | explode | implode | .[7:17]]",
    ".echo | split(\" \") | map(.[0:12])", "{pad, echo}", ".echo as $k | {($k): {($k[0:12]): $k}}",
  ]

  private static let questions: [WhyQuestion.Subject] = [
    .outcome, .output(.root), .input(.root), .missing(.string("nothing")), .time,
  ]

  @Test(
    "by Why?, by what is found in it, by what is watched, tried, compared or told of its sources", arguments: [40, 150])
  func later(length: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(length))
    let secret = PiecesOfSecrets.secret(length, &generator)
    for filter in Sample.of(Self.filters, 4) {
      let workspace = try WhyWorkspace([
        "environments/local.yaml": "vars: { t: { secret: prompt } }\n",
        "requests/r.yaml": "url: /r\nheaders: { X-A: 'Token {{t}}' }\n",
        "groups/g.yaml": "serial:\n  - request: r\n  - { local: j, jq: '\(filter)' }\n  - { local: k, jq: '{k: .}' }\n",
      ]) { _, request in
        let echo = request.value(of: "X-A") ?? ""
        return .text(
          #"{"pad":"____________________","echo":"\#(echo)"}"#,
          headers: ["Content-Type: application/json", "X-A: \(echo)"])
      }
      let first = try await workspace.open()
      _ = try await first.groups.run("g", given: ["t": secret]).result()
      try await first.flushEvents()
      await first.close()
      for text in try await Self.told(of: workspace) {
        let piece = PiecesOfSecrets.piece(of: secret, in: text)
        #expect(piece == nil, "\(filter): \(piece ?? "") in \(text)")
      }
    }
  }

  /// All that a process tells that has not seen the secret. Each question is asked by one of its own, since each may learn of it.
  private static func told(of workspace: WhyWorkspace) async throws -> [String] {
    var texts: [String] = []
    func ask(_ question: (Session, RunRecording) async throws -> [String]) async throws {
      let session = try await workspace.open()
      texts += try await question(session, session.runs.recording(of: session.runs.kept("last")))
      await session.close()
    }
    for subject in questions {
      try await ask { session, recording in
        var lines: [String] = []
        for record in recording.nodes where record.kind != .serial {
          lines += await session.why.chain(WhyQuestion(record.path, subject), in: recording).lines
        }
        return lines
      }
    }
    for subject in [WhyQuestion.Subject.response(.root), .response(ValuePath([.key("echo")])), .header("X-A")] {
      try await ask { session, recording in
        guard let record = recording.nodes.first(where: { $0.kind == .request }) else { return [] }
        return await session.why.chain(WhyQuestion(record.path, subject), in: recording).lines
      }
    }
    for search in ["Token", "____", ".k", "1"] {
      try await ask { session, recording in
        await session.runs.find(try ValueSearch(search), in: recording).map(\.line)
      }
    }
    try await ask { session, recording in
      guard let record = recording.nodes.last else { return [] }
      return await session.why.watch(
        [".", "$steps.r", "$steps.r.echo", "$steps.j"], at: record.path, in: recording, asOf: nil
      )
      .map { "\($0)" }
    }
    try await ask { session, recording in
      let masking = await session.runs.masking(of: recording)
      return recording.nodes.map { "\(masking.masked($0).record.made.sources)" }
    }
    return texts
  }
}
