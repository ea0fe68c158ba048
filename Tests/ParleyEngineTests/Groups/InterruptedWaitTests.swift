import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

/// What a step may be waiting for when its run is stopped.
enum StepWait: CaseIterable {
  case untilOfJob, untilOfRequest, untilOfGroup, untilThatTurns, untilFilter, retryOfJob, retryOfRequest, response, job
  case question, condition, list, groupWithin

  /// - Parameter begun: told when the wait has begun, where no recording says so.
  func node(_ begun: Notes) -> Node {
    switch self {
    case .untilOfJob: Self.done.until(every: .seconds(3600), attempts: 10) { _ in false }
    case .untilOfRequest: .request(.get("/done")).until(every: .seconds(3600), attempts: 10) { _ in false }
    case .untilOfGroup:
      .group(.serial([.request(.get("/done"))])).until(every: .seconds(3600), attempts: 10) { _ in false }
    case .untilThatTurns: Self.done.until(attempts: .max) { _ in false }
    case .untilFilter: Self.done.until(attempts: 2) { _ in try await Self.forever(begun) }
    case .retryOfJob:
      .job("fails") { _ in throw GroupError.threw("no") }.retrying(CountedRetry(maximum: 9, delay: .seconds(3600)))
    case .retryOfRequest:
      .request(.checked("/missing")).retrying(CountedRetry(maximum: 9, delay: .seconds(3600)))
    case .response: .request(.get("/held"))
    case .job: .job("nap") { _ in try await Self.forever(begun) }
    case .question: .request("asks") { _ in try await Self.forever(begun) }
    case .condition: Self.done.when { _ in try await Self.forever(begun) }
    case .list: Self.done.each { _ in try await Self.forever(begun) }
    case .groupWithin:
      .group(
        .serial(
          onFailure: .continue,
          [
            Self.done, Self.done.until(every: .seconds(3600), attempts: 10) { _ in false }, .request(.get("/later")),
          ]))
    }
  }

  private static var done: Node { .job("done") { _ in 1 } }

  /// Ends with an error of its own when nobody wants it any more, as what wraps another error does.
  private static func forever<Value>(_ begun: Notes) async throws -> Value {
    begun.note("waits")
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw GroupError.threw("It was ended from outside.")
  }
}

/// Where a step stands that waits.
enum WaitingPlace: CaseIterable {
  case alone, inGroup, elements, elementsAtOnce, beside, always

  func group(_ node: Node) -> RequestGroup {
    let later = Node.request(.get("/later")).named("later")
    return switch self {
    case .alone: .serial(onFailure: .continue, [node, later])
    case .inGroup: .serial([.group(.serial(onFailure: .continue, [node, later])).named("inner"), later])
    case .elements: .serial([.group(.serial([node])).each(onFailure: .continue) { _ in [1, 2] }, later])
    case .elementsAtOnce: .serial([.group(.serial([node])).each(limit: 2) { _ in [1, 2] }, later])
    case .beside: .serial([.group(.concurrent([.request(.get("/done")), node])), later])
    case .always: .serial([node.always(), later])
    }
  }
}

@Suite("What an interruption leaves of a run", .timeLimit(.minutes(1)))
struct InterruptedWaitTests {
  /// Answers at once, but for what is held.
  private final class Transport: ParleyEngine.Transport {
    typealias Handler = @Sendable (TransportEvent) -> Void

    private let begun = Lock([String]())
    private let held = Lock([Handler]())
    var paths: [String] { begun.withLock { $0 } }
    var holdsSomething: Bool { held.withLock { !$0.isEmpty } }

    func start(_ request: TransportRequest, handler: @escaping Handler) -> any TransportTask {
      begun.withLock { $0.append(request.path) }
      guard request.path != "/held" else {
        held.withLock { $0.append(handler) }
        return HeldTask { handler(.finished(.failure(TransportError(.cancelled, "Cancelled.")))) }
      }
      Self.answer(handler, status: request.path == "/missing" ? 404 : 200)
      return HeldTask {}
    }

    func release() {
      for handler in held.withLock({ $0 }) { Self.answer(handler, status: 200) }
    }

    private static func answer(_ handler: Handler, status: Int) {
      handler(.finished(.success(TransportResponse(toyBody: "{}", status: status))))
    }

    private struct HeldTask: TransportTask {
      let onCancel: @Sendable () -> Void
      func cancel() { onCancel() }
      func pause() {}
      func resume() {}
    }
  }

  private let transport = Transport()
  private let client: Client

  init() {
    client = Client(
      ClientConfiguration(servers: Servers("http://h")), transport: transport, clock: ManualClock(passes: false))
  }

  /// Stopped as soon as the recording says that its step waits; twice, where the first does not reach it.
  private func interrupted(_ wait: StepWait, _ place: WaitingPlace) async -> (run: Run, result: GroupResult) {
    let begun = Notes()
    let run = client.run(place.group(wait.node(begun)))
    run.start()
    await eventually { wait.hasBegun(in: run.recording, begun) || transport.holdsSomething }
    run.stop()
    if place == .always { run.stop() }
    return (run, await run.result())
  }

  @Test(
    "is cancelled, whatever it waited for, and nothing later begins", arguments: StepWait.allCases,
    WaitingPlace.allCases)
  func cancelled(_ wait: StepWait, _ place: WaitingPlace) async {
    let (run, result) = await interrupted(wait, place)
    let recording = run.recording
    #expect(recording.summary.state == .stopped && !result.succeeded && result.stopped)
    #expect(recording.nodes.contains { $0.state == .cancelled && $0.error?.code.hasSuffix(".cancelled") == true })
    #expect(recording.nodes.allSatisfy { $0.state.isFinal && $0.state != .failed })
    #expect(!transport.paths.contains("/later") && recording.node(named: "later")?.state ?? .neverRan == .neverRan)
    // What has begun has not “never run”.
    #expect(recording.nodes.allSatisfy { $0.state != .neverRan || $0.attempts.isEmpty })
    #expect(recording.nodes.filter { $0.kind == .serial }.allSatisfy { $0.state != .succeeded })
  }

  @Test("tells after how many attempts, and why the last one failed; its response is still known")
  func reason() async {
    let (until, _) = await interrupted(.untilOfRequest, .alone)
    let waited = until.recording.nodes[0]
    #expect(waited.error?.summary == "The step was cancelled after 1 attempt, before the next one.")
    #expect(waited.status == 200 && waited.output != .none && waited.interventions.isEmpty)
    let (retry, _) = await interrupted(.retryOfJob, .alone)
    #expect(retry.recording.nodes[0].error?.detail == "The last attempt failed: The step threw an error.")
  }

  @Test("is what somebody stopped, also where a step had failed, or all that was left ran always")
  func stopsCount() async {
    let failing = Node.job("fails") { _ in throw GroupError.threw("no") }
    for first in [failing, .request(.get("/done"))] {
      let transport = Transport()
      let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport)
      let run = client.run(.serial(onFailure: .continue, [first, .request(.get("/held")).always()]))
      run.start()
      await eventually { transport.holdsSomething }
      run.stop()
      transport.release()
      #expect(await run.result().stopped && run.recording.summary.state == .stopped)
    }
  }

  @Test("is no result that was set by hand, as none is that a step gives itself")
  func nobodysHand() async {
    let shop = ToyShop()
    let run = shop.client.run(
      .serial(
        onFailure: .continue,
        [
          .request(.get("/a")).until(every: .seconds(1), attempts: 3) { _ in false },
          .request(.get("/b")).completing { _ in .value(1) },
          .job("c") { _ in 1 }.until(attempts: 1) { _ in throw GroupError.threw("no") },
        ]))
    #expect(await run.result().states == [.failed, .succeeded, .failed])
    #expect(run.recording.nodes.allSatisfy { $0.interventions.isEmpty })
  }
}

extension StepWait {
  /// Whether the step, or the first of its elements, is where it waits.
  fileprivate func hasBegun(in recording: RunRecording, _ begun: Notes) -> Bool {
    self == .untilThatTurns
      ? recording.nodes.contains { $0.attempts.count > 3 }
      : !begun.texts.isEmpty || recording.nodes.contains { $0.nextAttemptAt != nil }
  }
}
