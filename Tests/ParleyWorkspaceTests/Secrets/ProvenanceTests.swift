import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What comes from a secret is one, whatever its key's rule leaves open", .timeLimit(.minutes(2)))
struct ProvenanceTests {
  private static let value = "number-of-the-order-77"

  private func workspace(_ rules: String = "", group: String = "") throws -> SendingWorkspace {
    try SendingWorkspace(
      [.json(#"{"order":"\#(Self.value)","list":["\#(Self.value)"]}"#)], workspace: rules,
      files: [
        "requests/sealed.yaml": "url: /\nauth: { bearer: '{{secret}}' }\ncapture: { order: .order }\n",
        "requests/quiet.yaml": "url: /\nauth: { bearer: '{{secret}}' }\n",
        "requests/open.yaml": "url: /\ncapture: { order: .order }\n", "groups/g.yaml": group,
      ])
  }

  private func expect(
    _ key: String = "order", isHidden: Bool, in session: Session, _ events: EventSubscription
  ) async throws {
    let listed = try #require(try await session.shared.list(filter: key).entries.first)
    #expect(listed.isSecret == isHidden && (listed.content == .hidden) == isHidden)
    #expect(try await session.shared.get(key)?.text == Self.value)
    let told = events.takeAvailable().compactMap { delivery -> Event.SharedData? in
      guard case .event(let event) = delivery, case .updateSharedData(let change) = event.kind else { return nil }
      return change.key.name == key ? change : nil
    }
    #expect(told.map(\.isSecret) == [isHidden] && told.map { $0.value == nil } == [isHidden])
  }

  @Test(
    "a capture from a response to a request with a secret is hidden, unless the file says that the key is plain",
    arguments: [
      ("", "sealed", true), ("shared: { order: { cipher: gzip } }\n", "sealed", true),
      ("shared: { order: { scope: workspace } }\n", "sealed", true),
      ("shared: { order: { cipher: none } }\n", "sealed", false),
      ("shared: { 'o*': { cipher: none } }\n", "sealed", false), ("", "open", false),
    ])
  func capture(rules: String, request: String, isHidden: Bool) async throws {
    let workspace = try workspace(rules)
    defer { workspace.server.stop() }
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    _ = try await session.sending.call(session.sending.render(request, given: ["secret": "hunter22-hunter22"]))
      .response()
    try await expect(isHidden: isHidden, in: session, events)
    await session.close()
  }

  @Test(
    "a step that sets a key from a secret hides it, directly or not",
    arguments: [
      "serial: [{ request: quiet }, { local: keep, set: { copy: '{{input.order}}' } }]",
      "serial: [{ request: quiet, as: q }, { local: keep, set: { copy: '{{steps.q.order}}' } }]",
      "serial: [{ request: quiet, as: q }, { local: p, jq: .order }, { local: keep, set: { copy: '{{input}}' } }]",
      "serial: [{ request: quiet }, { local: keep, each: .list, set: { copy: '{{input}}' } }]",
      "serial: [{ request: sealed }, { local: keep, set: { copy: '{{shared.order}}' } }]",
    ])
  func set(group: String) async throws {
    let workspace = try workspace(group: group + "\n")
    defer { workspace.server.stop() }
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    let run = try session.groups.run("g", given: ["secret": "hunter22-hunter22"])
    let result = await run.result()
    #expect(result.succeeded, "\(result.results.compactMap { $0.error?.summary })")
    try await expect("copy", isHidden: true, in: session, events)
    await session.close()
  }

  @Test("what a step sets from what is no secret stays open")
  func open() async throws {
    let group = "serial: [{ request: open, as: q }, { local: keep, set: { copy: '{{steps.q.order}}' } }]\n"
    let workspace = try workspace(group: group)
    defer { workspace.server.stop() }
    let session = try await workspace.open()
    let events = session.client.events.subscribe()
    #expect(await (try session.groups.run("g")).result().succeeded)
    try await expect("copy", isHidden: false, in: session, events)
    await session.close()
  }

  @Test("what a person writes over a secret by hand is hidden as it was, and open once they say so")
  func byHand() async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    _ = try await session.sending.call(session.sending.render("sealed", given: ["secret": "hunter22-hunter22"]))
      .response()
    #expect(try await session.sharedKeys.set("order", "edited").isSecret)
    try await session.sharedKeys.bind("order", to: nil, by: NoPrompter())
    let file = String(decoding: try workspace.folder.read("w/parley.yaml"), as: UTF8.self)
    #expect(file.contains("order: { cipher: none }"), "\(file)")
    #expect(try await session.shared.list(filter: "order").entries.first?.value == "edited")
    _ = try await session.sending.call(session.sending.render("sealed", given: ["secret": "hunter22-hunter22"]))
      .response()
    #expect(try await session.shared.list(filter: "order").entries.first?.value?.text == Self.value)
    await session.close()
  }
}
