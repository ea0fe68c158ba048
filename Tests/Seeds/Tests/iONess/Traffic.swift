import ParleyEngine
import Testing

// "NetworkSessionManagerDelegate", "RetryPolicy" and "DuplicatedHandler"
extension Ness {
  @Test("Two hooks: one may change every request, the other sees it go")
  func hooks() async throws {
    let (backend, screen) = (try Backend(), Screen())
    let url = backend.address
    // sample: ness-hooks
    var configuration = ClientConfiguration()
    configuration.willSend = { outgoing, request in
      outgoing.headers[.acceptLanguage] = "en"
    }
    configuration.didSend = { outgoing, request in
      screen.show("\(request.name ?? "") → \(outgoing.url)")
    }
    let client = Client(configuration)
    _ = try await client.send(.get(url).named("home"))
    // end
    #expect(backend.asked.first?["Accept-Language"] == "en")
    #expect(screen.lines.first?.hasPrefix("home → \(url)") == true)
  }

  // sample: ness-retry
  struct AskThePerson: RetryPolicy {
    let answer: @Sendable (String) async -> String

    func decision(after attempt: FailedAttempt) async -> RetryDecision {
      switch await answer("\(attempt.error.summary) Again?") {
      case "now": .now
      case "later": .after(.milliseconds(20))
      default: .no
      }
    }
  }
  // end

  @Test("A retry policy of your own is asked after every failure, and may take its time")
  func retry() async throws {
    let (backend, screen) = (try Backend { _ in .status(500) }, Screen())
    let answers = ["now", "later", "no"]
    let control = AskThePerson { question in
      screen.show(question)
      return answers[screen.lines.count - 1]
    }
    let response = try await Client().send(.get(backend.address).validating(.status(200)).retrying(control))
    #expect(!response.isAccepted && backend.asked.count == 3)
    #expect(screen.lines.first == "Expected status 200: got 500. Again?")
  }

  @Test("A counted retry sends again, so often and with a wait")
  func countedRetry() async throws {
    let backend = try Backend { _ in .status(500) }
    let (url, client) = (backend.address, Client())
    // sample: ness-counted-retry
    let request = Request.get(url)
      .validating(.status(200))
      .retrying(.attempts(3, delay: .milliseconds(10)))
    let response = try await client.send(request)
    // end
    #expect(!response.isAccepted && backend.asked.count == 4)
  }

  @Test("Uploads and downloads are sent again as well")
  func retriedFiles() async throws {
    let files = try Folder()
    let count = Lock(0)
    let backend = try Backend { asked in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number % 2 == 1 ? .status(503) : .echo(asked)
    }
    let path = try files.write("pixels", to: "picture.png")
    let request = Request.put(backend.address).validating(.status(200)).retrying(.attempts(1))
    #expect(try await Client().send(request.body(.file(path))).isAccepted)
    #expect(backend.asked.map(\.text) == ["pixels", "pixels"])
    let saved = try await Client().send(request.downloading(to: files.path("saved")))
    #expect(saved.download?.path == files.path("saved") && backend.asked.count == 4)
  }

  /// What became of two requests that are the same, and the server they were for.
  private struct Twice {
    let backend: Backend
    var ends: [String] = []
    var sent: Int { backend.asked.count }
  }

  /// Sends the same request twice while the first waits for the rest of its response, which comes once both have been dealt
  /// with.
  /// - Parameter ends: what should become of them: `ok`, or `cancelled`.
  private func twice(_ control: DeduplicationPolicy, ends: [String]) async throws -> Twice {
    let gate = Gate()
    let backend = try Backend { _ in Reply(body: Array("ok".utf8), pause: (after: 1, gate: gate)) }
    var configuration = ClientConfiguration()
    configuration.duplicates = Duplicates(control)
    let client = Client(configuration)
    let calls = ends.map { _ in client.prepare(.get(backend.address)) }
    for call in calls {
      call.start()
      while call.arriving == nil, !call.state.isFinal { await Task.yield() }
    }
    for (call, end) in zip(calls, ends) where end == "cancelled" {
      while !call.state.isFinal { await Task.yield() }
    }
    gate.open()
    var twice = Twice(backend: backend)
    for call in calls { twice.ends.append((try? await call.response().text()) ?? "cancelled") }
    return twice
  }

  @Test("What a duplicate does is decided for the whole client, and for each kind of transfer")
  func duplicates() throws {
    // sample: ness-duplicates
    var configuration = ClientConfiguration()
    configuration.duplicates = Duplicates(data: .keepAll, upload: .cancelFirst, download: .keepFirst)
    let client = Client(configuration)

    client.configuration.duplicates.data = .keepLatest
    // end
    #expect(client.configuration.duplicates[.upload] != nil)
  }

  @Test("Ready controls: cancel the first, or keep the first, the latest or all")
  func readyControls() async throws {
    let controls: [(DeduplicationPolicy, ends: [String], sent: Int)] = [
      (.keepAll, ["ok", "ok"], 1), (.keepFirst, ["ok", "cancelled"], 1), (.keepLatest, ["cancelled", "ok"], 1),
      (.cancelFirst, ["cancelled", "ok"], 2),
    ]
    for (control, ends, sent) in controls {
      let twice = try await twice(control, ends: ends)
      #expect(twice.ends == ends && twice.sent == sent)
    }
  }

  @Test("A control of your own may tell a closure in place of those who asked")
  func ownControl() async throws {
    let screen = Screen()
    // sample: ness-own-duplicates
    let control = DeduplicationPolicy { duplicate in
      guard duplicate.current.method == .get else { return .cancelFirst }
      return .tell { result in screen.show(result.response?.status.code ?? 0) }
    }
    // end
    let cancelled = ["cancelled", "cancelled"]
    let told = try await twice(control, ends: cancelled)
    #expect(told.ends == cancelled && told.sent == 1)
    #expect(await screen.wait(for: 1) == ["200"])
    let again = Screen()
    let restart = DeduplicationPolicy { _ in .cancelFirstAndTell { again.show($0.response?.status.code ?? 0) } }
    let restarted = try await twice(restart, ends: cancelled)
    #expect(restarted.ends == cancelled)
    #expect(await again.wait(for: 1) == ["200"])
    #expect(restarted.sent == 2)
  }
}
