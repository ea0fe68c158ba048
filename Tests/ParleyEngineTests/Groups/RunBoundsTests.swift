import TestSupport
import Testing

@testable import ParleyEngine

@Suite("What a run may hold", .timeLimit(.minutes(2))) struct RunBoundsTests {
  private let shop = ToyShop([:])

  private static let megabyte = String(repeating: "x", count: 1 << 20)

  @Test("a list of more elements than a step runs for is refused, and nothing runs for any")
  func elements() async {
    let ran = Lock(0)
    let node = Node.job("count") { _ in
      ran.withLock { $0 += 1 }
      return nil
    }.each { _ in Array(repeating: .null, count: RunBounds.elements + 1) }
    let run = shop.client.run(.serial([node]))
    let result = await run.result()
    #expect(result.results[0].error?.code == "group.tooManyElements")
    #expect(result.results[0].error?.summary == "“each” has 100001 elements, and a step runs for at most 100000.")
    #expect(ran.withLock { $0 } == 0)
    #expect(run.recording.nodes.count == 1)
  }

  @Test("an output that repeats its parts is as large as its text, and ends where that is too large")
  func doubling() async {
    let doubled = (0..<30).map { number in
      Node.job("d\(number)") { input in [input.value ?? .string(Self.megabyte), input.value ?? .null] }
    }
    let result = await shop.client.run(.serial(doubled)).result()
    let failed = result.results.firstIndex { $0.state == .failed }
    #expect(failed == 6)
    #expect(failed.map { result.results[$0].error?.summary } == "The output takes more than 64 MB.")
  }

  @Test("outputs that are too large together end the run with an error")
  func together() async {
    let large = Node.job("large") { _ in .string(String(repeating: Self.megabyte, count: 60)) }
    let result = await shop.client.run(.serial((0..<6).map { _ in large })).result()
    #expect(result.results.map(\.state) == Array(repeating: .succeeded, count: 4) + [.failed, .neverRan])
    #expect(result.results[4].error?.summary == "The outputs of this run take more than 256 MB together.")
  }

  @Test("a step that is tried again holds its last output alone")
  func again() async {
    let poll = Node.job("poll") { _ in .string(String(repeating: Self.megabyte, count: 60)) }
      .until(attempts: 7) { _ in false }
    let result = await shop.client.run(.serial([poll])).result()
    #expect(result.results[0].error?.code == "group.neverHeld")
  }

  @Test("nobody tells each of the elements that are not run once the run is stopped")
  func stopped() async throws {
    let started = Lock(false)
    let node = Node.job("wait") { _ in
      started.withLock { $0 = true }
      try await Task.sleep(for: .seconds(600))
      return nil
    }.each { _ in Array(repeating: .null, count: RunBounds.elements) }
    let run = shop.client.run(.serial([node]))
    async let ended = run.result()
    await eventually { started.withLock { $0 } }
    run.stop()
    let result = await ended
    #expect(result.stopped && run.recording.nodes.count == 2)
    #expect(run.recording.nodes.first?.made.elements == RunBounds.elements)
  }

  @Test("who asks again and again is told each record once, by its last change")
  func news() async {
    let nodes = (0..<20).map { number in Node.job("n\(number)") { _ in .number(JSONNumber(number)) } }
    let run = shop.client.run(.serial(nodes))
    var (told, revision) = ([NodePath: NodeRecord](), 0)
    let changes = run.changes
    async let ended = run.result()
    for await _ in changes {
      let news = run.records(changedSince: revision)
      #expect(Set(news.records.map(\.path)).count == news.records.count)
      revision = news.revision
      for record in news.records { told[record.path] = record }
    }
    #expect(await ended.succeeded)
    #expect(told.count == 20 && told.values.allSatisfy { $0.state == .succeeded })
    #expect(run.records(changedSince: revision).records.isEmpty)
    #expect(run.records(changedSince: 0).records == run.recording.nodes)
  }
}
