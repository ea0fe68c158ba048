import ParleyEngine
import Testing

// "Multiple request at the same time, and wait all done", "Chaining request" and "Local job"
extension HJRestClientManager {
  /// Greets whoever stands in the path: gandalf knows frodo.
  private func greeting() throws -> (client: Client, backend: Backend) {
    let backend = try Backend { asked in
      switch asked.path {
      case "/api/hello/gandalf": .json(["name": "frodo"])
      case "/api/hello/balrog": .status(204)
      default: .json(["name": .string("friend of \(asked.path.split(separator: "/").last ?? "")")])
      }
    }
    let hello = Route("hello", endpoint: PathTemplate("/api/hello/$0", defaults: ["$0": ""]))
    return (Client(.init(servers: Servers(Server(backend.address)), routes: [hello])), backend)
  }

  @Test("Requests at the same time have one end, and their results are in their order")
  func concurrent() async throws {
    let screen = Screen()
    let (client, backend) = try greeting()
    // sample: hj-concurrent
    let gandalf = Node.request(Request.route("hello").path(["$0": "gandalf"]).expecting(Person.self))
    let balrog = Node.request(.route("hello").path(["$0": "balrog"])).named("balrog").completing { result in
      screen.show("balrog: \(result.response?.status.code ?? 0)")
      return nil  // keeps the result as it is
    }
    let run = client.run(.concurrent([gandalf, balrog]))
    run.onEnd { group in
      if group.stopped { screen.show("request group stopped") }
      for result in group.results where result.value == nil { screen.show("request have no response.") }
      screen.show("all group req done.")
    }
    run.start()
    // end
    #expect(await screen.wait(for: 3) == ["balrog: 204", "request have no response.", "all group req done."])
    let result = await run.result()
    #expect(result.results.map(\.value) == [["name": "frodo"], nil] && result.groupID == run.groupID)
    #expect(Set(backend.asked.map(\.path)) == ["/api/hello/gandalf", "/api/hello/balrog"])
  }

  @Test("The model of a request is made from the result before it")
  func chaining() async throws {
    let screen = Screen()
    let (client, backend) = try greeting()
    // sample: hj-chaining
    let chain = RequestGroup.serial([
      .request(Request.route("hello").path(["$0": "gandalf"]).expecting(Person.self)),
      .request(Request.route("hello").expecting(Person.self)).chaining { previous in
        guard let name = previous.value?["name"] else { return nil }
        return ["$0": name] as JSONValue
      },
    ])
    let result = await client.run(chain, callID: "menu").result()
    if result.stopped { screen.show("request group stopped") }
    for result in result.results { screen.show(result.value ?? "request have no response.") }
    // end
    #expect(screen.lines == [#"{"name":"frodo"}"#, #"{"name":"friend of frodo"}"#])
    #expect(backend.asked.map(\.path) == ["/api/hello/gandalf", "/api/hello/frodo"])
    #expect(result.callID == "menu" && result.succeeded)
  }

  @Test("A failure stops those behind it, or does not")
  func stopWhenFailed() async throws {
    let backend = try Backend { .status($0.path == "/bad" ? 500 : 200) }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let nodes = ["/bad", "/good"].map { Node.request(.get($0).validating(.status(200))) }
    // sample: hj-stop-when-failed
    let stops = await client.run(.serial(nodes)).result()
    let goesOn = await client.run(.serial(onFailure: .continue, nodes)).result()
    // end
    #expect(stops.stopped && stops.results.map(\.state) == [.failed, .neverRan])
    #expect(!goesOn.stopped && goesOn.results.map(\.state) == [.failed, .succeeded])
    #expect(backend.asked.map(\.path) == ["/bad", "/bad", "/good"])
  }

  @Test("A local job works on the result before it, and gives the next one its own; alone it has none")
  func localJob() async throws {
    let (client, backend) = try greeting()
    let events = client.events.subscribe()
    // sample: hj-local-job
    let job = LocalJob("local job") { input in
      guard let name = input.value?["name"]?.string else { return ["greeting": "hello, whoever you are"] }
      return ["greeting": .string("hello, \(name)")]
    }
    let group = RequestGroup.serial([
      .request(.route("hello").path(["$0": "gandalf"])),
      .job(job),
      .request(.post("/api/greetings")).chaining { $0.value },
    ])
    let result = await client.run(group).result()
    let alone = await client.run(job)
    // end
    #expect(result.succeeded && backend.asked.last?.text == #"{"greeting":"hello, frodo"}"#)
    #expect(alone.value == ["greeting": "hello, whoever you are"])
    let told = events.told().compactMap { event -> String? in
      if case .custom(let custom) = event.kind { custom.identifier } else { nil }
    }
    #expect(told == ["local job", "local job"])
  }
}
