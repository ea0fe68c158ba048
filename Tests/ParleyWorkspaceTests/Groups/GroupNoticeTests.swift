import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What a run tells of steps that did other than meant", .timeLimit(.minutes(1))) struct GroupNoticeTests {
  private func workspace(_ group: String, replies: [RawReply]) throws -> SendingWorkspace {
    try SendingWorkspace(
      replies,
      files: [
        "groups/g.yaml": group, "requests/one.yaml": "url: /one\n",
        "requests/two.yaml": "method: POST\nurl: /two/:id\npath: { id: x }\nexpect: { status: any }\n",
        "environments/local.yaml": "vars: { written: null, alias: '{{shared.gone}}' }\n",
      ])
  }

  @Test("A null that a filter made is told where it is sent as a word, and nowhere else")
  func nulls() async throws {
    let workspace = try workspace(
      """
      serial:
        - { local: none, jq: '{ id: null }' }
        - request: two
          with:
            path: { id: "{{steps.none.id}}" }
            headers: { X-A: "a {{input.id}}", X-B: "{{written}}" }
            body: { json: '{ "a": {{input.id}}, "b": "{{steps.none.id}}" }' }
      """, replies: [.json("{}")])
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    let run = try session.groups.run("g")
    #expect(await run.result().succeeded)
    #expect(workspace.server.requests.last?.target == "/two/null")
    let expected =
      ["{{steps.none.id}} is null, and path id", "{{input.id}} is null, and header X-A"]
      .map { "\($0) is sent with the word null." } + ["{{steps.none.id}} is null, and body is sent with the word null."]
    #expect(run.recording.node(named: "two")?.made.warnings == expected)
    let told = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery, case .custom(let custom) = event.kind else { return nil }
      return custom.warning.map { "\($0.name ?? "") \($0.sentence)" }
    }
    #expect(told == expected.map { "two \($0)" })
    await session.close()
  }

  @Test("The same of a request that is sent by itself, through a value of the environment too")
  func sharedNull() async throws {
    let workspace = try workspace("serial: []\n", replies: [])
    let session = try await workspace.open()
    try await session.shared.set("gone", .json(.null))
    let definition = session.workspace.request("two")?.definition
    var request = try #require(definition)
    request.path[0].value = "{{alias}}"
    request.headers.append(Row("X-B", "{{written}}"))
    let rendered = try await session.sending.render(request, id: "two")
    #expect(rendered.warnings == ["{{alias}} is null, and path id is sent with the word null."])
    await session.close()
  }

  @Test("Each step of a group is sent, unless its request says otherwise", arguments: [nil, "keepAll"])
  func duplicates(_ rule: String?) async throws {
    let door = ConcurrentReplies()
    let transport = door.transport
    let workspace = try workspace(
      """
      concurrent:
        - { request: two, as: a }
        - { request: two, as: b }
        - { request: two, as: c }
      """, replies: [])
    if let rule {
      try workspace.folder.write("method: POST\nurl: /two\nduplicates: \(rule)\n", to: "w/requests/two.yaml")
    }
    let session = try await workspace.open()
    let group = try session.groups.group("g")
    let client = Client(session.client.configuration, transport: transport)
    let events = client.events.subscribe()
    let run = client.run(group)
    run.start()
    if rule == nil {
      while transport.requests.count < 3 { await Task.yield() }
    } else {
      await events.skip(2) { if case .duplicate(_, .keepAll) = $0.kind { true } else { false } }
    }
    door.open()
    #expect(await run.result().succeeded)
    #expect(transport.requests.count == (rule == nil ? 3 : 1))
    await session.close()
  }

  @Test("The composer says what holds for a method where nothing is said")
  func standard() throws {
    #expect(DuplicatesDefinition.standard(for: nil) == .keepAll)
    #expect(DuplicatesDefinition.standard(for: "POST") == .sendAll)
  }
}

/// Holds whatever is sent until it is opened.
private struct ConcurrentReplies: Sendable {
  let transport = RecordingTransport(answering: nil)

  func open() {
    let head = ResponseHead(url: "http://h", status: .ok)
    transport.finish(.success(TransportResponse(head: head, body: InMemoryBytes("{}"))))
  }
}

extension EventSubscription {
  /// Waits until so many events of a kind have come.
  fileprivate func skip(_ count: Int, where isWanted: (Event) -> Bool) async {
    var left = count
    for await delivery in self {
      guard case .event(let event) = delivery, isWanted(event) else { continue }
      left -= 1
      if left == 0 { return }
    }
  }
}
