internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The responses of the mock server.
final class MockAnswers: Sendable {
  private let session: Session
  private let options: MockServerOptions
  private let log: @Sendable (ServedMock) -> Void
  /// Its sequences are its own: requests within the workbench do not move them.
  private let turns = MockTurns()
  private let recorder = MockRecorder()

  typealias Outcome = (response: ServedResponse, answer: ServedMock.Answer)

  init(_ session: Session, _ options: MockServerOptions, _ log: @escaping @Sendable (ServedMock) -> Void) {
    (self.session, self.options, self.log) = (session, options, log)
  }

  package func count(of mock: WorkspaceMock) -> Int { turns.count(of: mock) }

  func answer(_ request: ServedRequest) async -> ServedResponse {
    let (time, start) = (Timestamp.now(), ContinuousClock.now)
    let outcome = await outcome(for: request)
    let response = withOrigin(outcome.response, for: request)
    note(request, response, outcome.answer, since: time, start)
    return response
  }

  /// For a request that cannot be read.
  func refuse(_ mistake: ServingMistake) -> ServedResponse {
    let response = MockProblem(mistake.status, mistake.reason).response
    log(
      ServedMock(
        time: .now(), method: "–", target: "", status: mistake.status.code, duration: .zero,
        answer: .failed(mistake.reason)))
    return response
  }

  private func outcome(for request: ServedRequest) async -> Outcome {
    if let refusal = ServedHost(of: request, on: options.host).refusal { return refusal }
    if options.allowsOrigins, let preflight = CrossOrigin(request)?.preflight { return (preflight, .preflight) }
    if let found = await mock(for: request) { return found }
    if let upstream = options.upstream { return await passOn(request, to: upstream) }
    return await nothing(for: request)
  }

  private func withOrigin(_ response: ServedResponse, for request: ServedRequest) -> ServedResponse {
    options.allowsOrigins ? CrossOrigin(request)?.allowing(response) ?? response : response
  }

  private func note(
    _ request: ServedRequest, _ response: ServedResponse, _ answer: ServedMock.Answer, since time: Timestamp,
    _ start: ContinuousClock.Instant
  ) {
    let status = response.ending == .response ? response.status.code : nil
    var served = ServedMock(
      time: time, method: Printable.text(request.method),
      target: session.secrets.masking(Printable.text(MaskedTarget.text(of: request.target))), status: status,
      duration: start.duration(to: .now), answer: answer)
    let wire = ServedWire(request: request, response: response, known: session.secrets.all)
    served.wire = { wire.lines }
    log(served)
  }
}

// Mocks.
extension MockAnswers {
  private var resolver: MockResolver { MockResolver(turns: turns) }

  private func mock(for request: ServedRequest) async -> Outcome? {
    for method in request.method == "HEAD" ? ["HEAD", "GET"] : [request.method] {
      guard let (mock, seen) = await resolver.find(arrived(request, method), at: .thisProgram, in: session) else {
        continue
      }
      let answer = ServedMock.Answer.mock(match: mock.match, place: mock.place)
      let reply = await resolver.reply(to: seen, by: mock, in: session)
      return await outcome(of: reply ?? MockReply(.notFound), answer, mock)
    }
    return nil
  }

  private func arrived(_ request: ServedRequest, _ method: String) -> MockRequest {
    let host = request.host ?? options.host
    return MockRequest(
      arrived: method, url: "http://\(host)\(request.target)", headers: request.headers, body: request.body)
  }

  private func outcome(of reply: MockReply, _ answer: ServedMock.Answer, _ mock: WorkspaceMock) async -> Outcome {
    // A client that has left is not waited for.
    if reply.delay > .zero { try? await Task.sleep(for: reply.delay) }
    switch reply.failure?.kind {
    case .reset?: return (.reset, answer)
    case .timedOut?: return (.silence, answer)
    case _?:
      let reason = reply.failure?.summary ?? ""
      let problem = MockProblem(
        .internalServerError, "The mock could not reply", detail: reason,
        advice:
          "Check it with `parley check`; what it may use beyond the workspace's files is allowed by `parley trust`.")
      return (problem.response, .failed("\(mock.place): \(reason)"))
    case nil: break
    }
    let body = (try? reply.body.read(at: 0, count: reply.body.count)) ?? []
    return (ServedResponse(reply.status, headers: reply.headers, body: body), answer)
  }

  private func nothing(for request: ServedRequest) async -> Outcome {
    let nearest = await NearMocks(of: arrived(request, request.method), in: session).found()
    let path = MaskedTarget.text(of: request.target)
    var problem = MockProblem(
      .notFound, "No mock answers this request",
      detail: "None of the \(session.workspace.mocks.count.counted("mock")) of the workspace is for "
        + "\(request.method) \(path).",
      advice:
        "Add `- match: \(request.method) \(path.prefix { $0 != "?" })` with a `reply` to a file under mocks/, or start "
        + "the server with --upstream URL to let such requests through, and --record to make mocks of the responses.")
    problem.nearest = nearest
    return (problem.response, .nothing(nearest))
  }
}

// The real server.
extension MockAnswers {
  private func passOn(_ request: ServedRequest, to upstream: MockUpstream) async -> Outcome {
    let url = MaskedTarget.text(of: upstream.url(of: request))
    guard !upstream.hasPassed(request) else {
      let reason = "The request came back to the mock server: its upstream is the server itself."
      return (MockProblem(.init(code: 508, reasonPhrase: "Loop Detected"), reason).response, .failed(reason))
    }
    do throws(RequestError) {
      let response = try await upstream.send(request)
      let recording = options.isRecording ? await recorder.record(response, to: request, in: session) : nil
      return (MockUpstream.handedOn(response), .upstream(url: url, recording))
    } catch {
      let problem = MockProblem(
        .badGateway, "The real server did not answer", detail: error.summary,
        advice: "No mock answers this request, so that it went to \(upstream.address).")
      return (problem.response, .failed("\(url): \(error.summary)"))
    }
  }
}

/// A path with its query as logs show it: values of credentials are masked.
enum MaskedTarget {
  package static func text(of target: String) -> String {
    CredentialFinder.masking(maskingPairs(of: target), .url)
  }

  private static func maskingPairs(of target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    let pairs = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).map {
      pair in
      let name = pair.prefix { $0 != "=" }
      let isHidden =
        name.count < pair.count && CredentialName.isCredential(PercentText.decoded(String(name), plusIsBlank: true))
      return isHidden ? "\(name)=\(Secrets.mask)" : String(pair)
    }
    return "\(target[...mark])\(pairs.joined(separator: "&"))"
  }
}
