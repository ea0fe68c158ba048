import Dispatch
import ParleyEngine
import Testing

/// What the README of iONess shows.
@Suite("iONess", .timeLimit(.minutes(2)))
struct Ness {
  struct Item: Codable, Hashable, Sendable {
    var id: Int
  }
}

// "Basic Usage" and "Thenable": asking, and hearing what came of it.
extension Ness {
  @Test("One closure hears of the end, whatever it is")
  func then() async throws {
    let (backend, screen) = (try Backend { _ in .text("hello") }, Screen())
    let (url, client) = (backend.address, Client())
    // sample: ness-then
    client.prepare(.get(url))
      .then { result in screen.show(result.response?.status.code ?? 0) }
      .start()
    // end
    #expect(await screen.wait(for: 1) == ["200"])
  }

  @Test("Closures for success, failure and the end are told once each, the end last")
  func handlers() async throws {
    let (backend, screen) = (try Backend { .status($0.path == "/bad" ? 500 : 200) }, Screen())
    let (url, client) = (backend.address, Client())
    // sample: ness-handlers
    client.prepare(.get(url).validating(.status(in: 200..<300)))
      .handle(
        success: { response in screen.show(response.status.code) },
        failure: { result in screen.show(result.error?.summary ?? "") },
        finally: { _ in screen.show("done") }
      )
      .start()
    // end
    #expect(await screen.wait(for: 2) == ["200", "done"])
    let other = Screen()
    client.prepare(.get("\(url)/bad").validating(.status(in: 200..<300)))
      .handle(
        success: { _ in other.show("good") }, failure: { _ in other.show("bad") }, finally: { _ in other.show("done") }
      )
      .start()
    #expect(await other.wait(for: 2) == ["bad", "done"])
  }

  @Test("Functions with names read well in their place")
  func functions() async throws {
    let (backend, screen) = (try Backend(), Screen())
    let (url, client) = (backend.address, Client())
    // sample: ness-functions
    @Sendable func updateTheList(_ response: Response) { screen.show("list") }
    @Sendable func showTheFailure(_ result: CallResult) { screen.show("failure") }
    @Sendable func hideTheSpinner(_ result: CallResult) { screen.show("hidden") }

    client.prepare(.get(url))
      .handle(success: updateTheList, failure: showTheFailure, finally: hideTheSpinner)
      .start()
    // end
    #expect(await screen.wait(for: 2) == ["list", "hidden"])
  }

  @Test("A request can be sent and forgotten")
  func forget() async throws {
    let gate = Gate()
    let backend = try Backend { asked in
      gate.open()
      return .echo(asked)
    }
    let (url, client) = (backend.address, Client())
    // sample: ness-forget
    client.prepare(.get(url)).start()
    // end
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "wait").async {
        gate.pass()
        continuation.resume()
      }
    }
    #expect(backend.asked.count == 1)
  }

  @Test("Closures run where one wants them")
  func dispatcher() async throws {
    let (backend, screen) = (try Backend(), Screen())
    let (url, client) = (backend.address, Client())
    // sample: ness-dispatch
    client.prepare(.get(url))
      .then(on: .main) { _ in
        MainActor.assumeIsolated { screen.show("on the main actor") }
      }
      .start()
    // end
    #expect(await screen.wait(for: 1) == ["on the main actor"])
  }

  @Test("A result has the response, the error, and whether it failed")
  func result() async throws {
    let backend = try Backend { _ in .text("hello") }
    let call = Client().prepare(.get("\(backend.address)/greeting"))
    let result = await withCheckedContinuation { continuation in
      call.then { continuation.resume(returning: $0) }.start()
    }
    // sample: ness-result
    let isFailed = result.failed
    let error = result.error
    let url = result.response?.url
    let status = result.response?.status.code
    let type = result.response?.headers[.contentType]
    let bytes = try result.response?.bytes()
    // end
    #expect(!isFailed && error == nil && result.isAccepted)
    #expect(url == "\(backend.address)/greeting" && status == 200 && type == "text/plain")
    #expect(bytes == Array("hello".utf8))
    let failed = await withCheckedContinuation { continuation in
      Client().prepare(.get("http://127.0.0.1:1")).then { continuation.resume(returning: $0) }.start()
    }
    #expect(failed.failed && failed.response == nil && failed.error?.code == "network.refused")
  }

  @Test("A request in flight tells where it is, and can be dropped")
  func status() async throws {
    let gate = Gate()
    let backend = try Backend { _ in Reply(body: [UInt8](repeating: 1, count: 1000), pause: (after: 500, gate: gate)) }
    defer { gate.open() }
    let (url, client, screen) = (backend.address, Client(), Screen())
    // sample: ness-status
    let call = client.prepare(.get(url))
    call.handle(state: { state in
      switch state {
      case .idle: screen.show("idle")
      case .running(let part): screen.show("running \(part)")
      case .paused: screen.show("paused")
      case .completed(let response): screen.show("completed \(response.status.code)")
      case .failed(let error): screen.show("failed: \(error.summary)")
      case .cancelled: screen.show("cancelled")
      }
    })
    call.start()
    call.cancel()
    // end
    #expect(await screen.wait(for: 2) == ["running 0.0", "cancelled"])
    guard case .cancelled = call.state else {
      Issue.record("It is \(call.state).")
      return
    }
    let other = try Backend()
    let good = Client().prepare(.get(other.address))
    guard case .idle = good.state else {
      Issue.record("It is \(good.state).")
      return
    }
    _ = try await good.response()
    guard case .completed(let response) = good.state else {
      Issue.record("It is \(good.state).")
      return
    }
    #expect(response.status == .ok && other.asked.count == 1)
  }
}
