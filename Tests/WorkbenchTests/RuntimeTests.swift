import Dispatch
import Glibc
import HTTPTypes
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The loop", .timeLimit(.minutes(1)))
struct RuntimeTests {
  @Test("it is idle once the workspace is read and drawn")
  func start() async throws {
    let bench = try BenchUnderTest()
    #expect(await bench.idle().contains("login"))
  }

  @Test("a workspace that cannot be read is a card, not the end")
  func unreadable() async throws {
    let services = FakeServices()
    services.change { $0.failures["workspace"] = Problem(code: "workspace.gone", "The folder is gone.") }
    let text = try await BenchUnderTest(services: services).idle()
    #expect(text.contains("The folder is gone."))
  }

  @Test("a test whose time is over waits no more, and says on which screen it waited", arguments: [false, true])
  func cancelled(early: Bool) async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    await withKnownIssue {
      let waiting = Task { await bench.shows("nothing shows this") }
      if !early { await bench.quiet() }
      waiting.cancel()
      #expect(await waiting.value.contains("login"))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("waited in vain") }
    }
  }

  @Test("keys that come together are all handled before one frame is drawn")
  func batch() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    let before = bench.terminal.record.framesDrawn
    // Over no request that would have to be read.
    bench.terminal.send(.key(.up), .key(.up), .key(.up), .key(.up))
    await bench.idle()
    #expect(bench.terminal.record.framesDrawn == before + 1)
  }

  @Test("effects of one lane do not overtake each other, and one that waits gives way to a newer")
  func lanes() async throws {
    let services = FakeServices()
    let gate = Gate()
    let activity = Activity()
    let mailbox = Mailbox(waker: NoWaker(), activity: activity)
    let runner = EffectRunner(services: services.all, mailbox: mailbox, activity: activity)
    let log = Lock([Int]())
    for number in 1...4 {
      runner.perform(Step(number: number, gate: number == 1 ? gate : nil, log: log))
    }
    gate.open()
    await activity.wait { $0.effects == 0 }
    #expect(log.withLock { $0 } == [1, 4])
  }

  @Test("of a body that broke off before anybody looked, what arrived comes first, and then what ended it")
  func brokenOff() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("begun", promising: 100))
    }
    let call = Client().prepare(.get(server.url))
    call.start()
    _ = try? await call.response()
    let activity = Activity()
    var calls = Calls(mailbox: Mailbox(waker: NoWaker(), activity: activity), activity: activity)
    calls.follow(call)
    let news = calls.news(of: call.id)
    guard news.count == 2, case .transfer(_, .progressed(_, let head?, let body?, _)) = news[0],
      case .transfer(_, .failed) = news[1]
    else { return #expect(Bool(false), "\(news)") }
    #expect(head.status.code == 200)
    #expect(try body.read(at: 0, count: body.count) == Array("begun".utf8))
    #expect(calls.news(of: call.id).isEmpty)
  }

  /// The test holds the one of Swift's threads that it is on, and all others are held too.
  @Test("what is kept is written however busy all threads are")
  func writing() {
    let (activity, written, release) = (Activity(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let mailbox = Mailbox(waker: NoWaker(), activity: activity)
    let runner = EffectRunner(services: FakeServices().all, mailbox: mailbox, activity: activity)
    let (count, holding) = (64, DispatchSemaphore(value: 0))
    for _ in 0..<count {
      Task {
        holding.signal()
        Self.hold(release)
      }
    }
    if sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 { holding.wait() }
    runner.perform(Kept(written: written))
    #expect(written.wait(timeout: .now() + 30) == .success)
    for _ in 0..<count { release.signal() }
  }

  private static func hold(_ release: DispatchSemaphore) { release.wait() }

  @Test("what is being kept is waited for before the program ends")
  func lasting() async throws {
    let bench = try BenchUnderTest()
    await bench.idle()
    try await bench.press("3")
    bench.services.change { $0.log = [LogEntry(id: 7, time: BenchUnderTest.start, .missed(1))] }
    bench.services.client.events.post(custom: "more")
    await bench.idle()
    bench.terminal.type("mqq")
    await bench.ended()
    #expect(bench.services.snapshot.log.first?.isMarked == true)
  }
}

private struct Kept: ServiceEffect {
  let written: DispatchSemaphore

  var lane: Lane? { Lane("test draft", keepsOnlyNewest: true, outlivesTheScreen: true) }

  func perform(with services: Services) async throws -> [Action] {
    await Task.yield()
    written.signal()
    return []
  }
}

private struct Step: ServiceEffect {
  let number: Int
  let gate: Gate?
  let log: Lock<[Int]>

  var lane: Lane? { Lane("test", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    await gate?.wait()
    log.withLock { $0.append(number) }
    return []
  }
}

private struct NoWaker: Waker {
  func wake() {}
}

/// Holds one task until it is opened.
private final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let opening: AsyncStream<Void>.Continuation

  init() {
    (stream, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func open() { opening.yield() }

  func wait() async {
    for await _ in stream { return }
  }
}
