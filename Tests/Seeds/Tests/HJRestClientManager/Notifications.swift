import ParleyEngine
import Testing

// "Notification Observating"
extension HJRestClientManager {
  @Test("The event of a response names the request, its sender and the result")
  func loadRemote() async throws {
    let (backend, screen) = (try Backend { _ in .json(["name": "frodo"]) }, Screen())
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: hj-events
    let subscription = client.events.subscribe()
    let observer = Task {
      for await case .event(let event) in subscription {
        switch event.kind {
        case .loadRemote(let request, let response):
          screen.show("\(request.codec ?? "") \(request.server ?? "") \(request.endpoint ?? "")")
          screen.show("\(request.callID ?? "") \(request.groupID ?? "alone")")
          screen.show("\(request.model?.value ?? .null) → \(response.status) \(response.model?.value ?? .null)")
          screen.show(response.headers?[.contentType] ?? "")
        case .failed(_, let failure):
          screen.show("\(failure.reason): \(failure.summary)")
        case .custom(let custom):
          screen.show("\(custom.identifier) \(custom.parameters ?? .null)")
        default:
          break
        }
      }
    }
    // end
    _ = try await client.send(.post("/hello").model(Person(name: "gandalf")).callID("greeting"))
    let lines = await screen.wait(for: 4)
    #expect(lines[0].hasSuffix("/hello"))
    #expect(lines[1] == "greeting alone")
    #expect(lines[2] == #"{"name":"gandalf"} → 200 {"name":"frodo"}"#)
    #expect(lines[3] == "application/json")
    subscription.cancel()
    await observer.value
  }

  @Test(
    "A failed request says of what kind its failure is",
    arguments: [
      (401, Event.Failure.Reason.unauthorized), (503, .serverUnavailable), (500, .internal),
    ])
  func failures(status: Int, reason: Event.Failure.Reason) async throws {
    let backend = try Backend { _ in .status(status) }
    let client = Client()
    let events = client.events.subscribe()
    _ = try await client.send(.get(backend.address).validating(.status(200)))
    let told = events.told().compactMap { event -> Event.Failure? in
      guard case .failed(_, let failure) = event.kind else { return nil }
      return failure
    }
    #expect(told.map(\.reason) == [reason])
    #expect(told.first?.response?.status == status)
  }

  @Test("A request without a response is a failure of the network")
  func networkFailure() async throws {
    let client = Client()
    let events = client.events.subscribe()
    _ = try? await client.send(.get("http://127.0.0.1:1/"))
    let reasons = events.told().compactMap { event -> Event.Failure.Reason? in
      guard case .failed(_, let failure) = event.kind else { return nil }
      return failure.reason
    }
    #expect(reasons == [.network])
  }

  @Test("Setting and removing shared data are events with the key and the value")
  func sharedDataEvents() async throws {
    let client = Client()
    let shared = SharedData(events: client.events)
    let events = client.events.subscribe()
    try await shared.set("token", "abc")
    try await shared.remove("token")
    let told = events.told().compactMap { event -> String? in
      switch event.kind {
      case .updateSharedData(let data): "update \(data.key.name) \(data.value?.text ?? "")"
      case .removeSharedData(let data): "remove \(data.key.name) \(data.value?.text ?? "")"
      default: nil
      }
    }
    #expect(told == ["update token abc", "remove token abc"])
  }

  @Test("Events of your own go the same way")
  func custom() {
    let client = Client()
    let events = client.events.subscribe()
    // sample: hj-custom-event
    client.events.post(custom: "signedOut", callID: "menu", parameters: ["user": "gandalf"])
    // end
    let expected = Event.Custom(identifier: "signedOut", callID: "menu", parameters: ["user": "gandalf"])
    #expect(events.told().map(\.kind) == [.custom(expected)])
  }
}
