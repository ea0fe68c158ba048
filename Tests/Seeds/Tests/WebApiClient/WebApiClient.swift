import Dispatch
import ParleyEngine
import Testing

/// What the README of WebApiClient shows.
@Suite("WebApiClient", .timeLimit(.minutes(2)))
struct WebApiClient {
  struct Document: Codable, Hashable, Sendable {
    var title: String
  }

  static func client(of backend: Backend, _ routes: Route...) -> Client {
    Client(.init(servers: Servers(Server(backend.address)), routes: Routes(routes)))
  }
}

// "Module: Core": asking for a route by its name.
extension WebApiClient {
  @Test("A route is asked for by its name, with the variables of its path")
  func named() async throws {
    let backend = try Backend { _ in .json(["title": "Sunset"]) }
    let (client, screen) = (Self.client(of: backend, Route("doc", endpoint: "/documents/:uniqueId")), Screen())
    // sample: web-request
    let response = try await client.send(.route("doc").path("uniqueId", 123))
    if response.status.kind == .successful {
      screen.show(try response.decode(Document.self).title)
    } else if response.status == .unprocessableContent {
      screen.show("not valid: \(try response.text())")
    }
    // end
    #expect(screen.lines == ["Sunset"])
    #expect(backend.asked.first?.target == "/documents/123")
  }

  @Test("The status of a refused request is at hand")
  func refused() async throws {
    let backend = try Backend { _ in .text("no title", status: 422) }
    let client = Self.client(of: backend, Route("doc", endpoint: "/documents/:uniqueId"))
    let response = try await client.send(.route("doc").path(["uniqueId": 123]))
    #expect(response.status.code == 422)
    #expect(try response.text() == "no title")
  }

  @Test("Path variables come from a model's properties, too")
  func pathModel() async throws {
    struct Place: Encodable {
      var uniqueId: Int
    }
    let backend = try Backend()
    let client = Self.client(of: backend, Route("doc", endpoint: "/documents/:uniqueId"))
    _ = try await client.send(.route("doc").path(from: Place(uniqueId: 7)))
    #expect(backend.asked.first?.target == "/documents/7")
    let error = await #expect(throws: RequestError.self) { try await client.send(.route("doc")) }
    #expect(error?.code == "request.pathVariable")
  }

  @Test("A callback runs on the queue of one's choice")
  func queue() async throws {
    let backend = try Backend { _ in .json(["title": "Sunset"]) }
    let (client, screen) = (Self.client(of: backend, Route("doc", endpoint: "/documents/:uniqueId")), Screen())
    let queue = DispatchQueue(label: "callbacks")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "callbacks")
    // sample: web-queue
    let onQueue = HandlerExecutor { work in queue.async(execute: work) }
    client.prepare(.route("doc").path("uniqueId", 123))
      .then(on: onQueue) { result in
        screen.show(result.response?.status.code ?? 0)
      }
      .start()
    // end
    #expect(await screen.wait(for: 1) == ["200"])
    let other = Screen()
    client.prepare(.route("doc").path("uniqueId", 1))
      .then(on: onQueue) { _ in other.show(DispatchQueue.getSpecific(key: key) ?? "elsewhere") }
      .start()
    #expect(await other.wait(for: 1) == ["callbacks"])
  }

  @Test("Progress of upload and download is told, with the name of the route")
  func progress() async throws {
    let answer = String(repeating: "y", count: 200_000)
    let backend = try Backend { _ in .text(answer) }
    let client = Self.client(of: backend, Route("echo", endpoint: "/echo", method: .post))
    let screen = Screen()
    // sample: web-progress
    let call = client.prepare(.route("echo").body(.text(String(repeating: "x", count: 200_000))))
    call.onProgress { progress in
      let (sent, received) = (progress.transfer.sent, progress.transfer.received)
      screen.show("\(progress.name ?? ""): \(sent) up, \(received) down")
    }
    _ = try await call.response()
    // end
    #expect(screen.lines.last == "echo: 200000 up, 200000 down")
  }

  @Test("Progress is told as events as well")
  func progressEvents() async throws {
    let backend = try Backend { _ in .text(String(repeating: "y", count: 300_000)) }
    let client = Self.client(of: backend, Route("echo", endpoint: "/echo", method: .post))
    let events = client.events.subscribe()
    var request = Request.route("echo").body(.text("x"))
    request.options.progressInterval = .zero
    _ = try await client.send(request)
    let told = events.told().filter { event in
      if case .responseProgress = event.kind { event.subject?.route == "echo" } else { false }
    }
    #expect(!told.isEmpty)
  }

  @Test("A thread can be blocked until the response is there, though not longer than wanted")
  func blocking() async throws {
    let gate = Gate()
    let backend = try Backend { asked in
      if asked.path == "/slow" { gate.pass() }
      return .json(["title": "Sunset"])
    }
    defer { gate.open() }
    let client = Self.client(of: backend, Route("doc", endpoint: "/documents/:uniqueId"))
    try await onThread {
      // sample: web-blocking
      let response = try client.prepare(.route("doc").path("uniqueId", 123)).wait(atMost: .seconds(30))
      // end
      #expect(try response.decode(Document.self).title == "Sunset")
      let error = #expect(throws: RequestError.self) {
        try client.prepare(.get("/slow")).wait(atMost: .milliseconds(50))
      }
      #expect(error?.code == "request.waitedTooLong")
    }
  }
}

/// Does something on a thread that may be blocked.
private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "thread").async { continuation.resume(with: Result { try work() }) }
  }
}
