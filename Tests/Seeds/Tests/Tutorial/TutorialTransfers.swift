import ParleyEngine
import Testing

extension Tutorial {
  @Test("A file goes up and comes down, with progress, a pause, and a second try")
  func transfers() async throws {
    let size = 400_000
    let (gate, files, screen) = (Gate(), try Folder(), Screen())
    let backend = try Backend { asked in
      guard asked.method == "GET" else { return .text("\(asked.body.count) bytes") }
      let film = [UInt8](repeating: 7, count: size)
      return Reply(body: film, pause: (after: size / 2, gate: gate))
    }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let (original, copy) = (files.path("film.mp4"), files.path("copy.mp4"))
    try writeFile([UInt8](repeating: 7, count: size), to: original)
    // sample: upload
    let upload = Request.put("/films/1").body(.file(original).withContentMD5())
    screen.show(try await client.send(upload).text())
    // end
    #expect(screen.lines == ["400000 bytes"])
    // sample: download
    let call = client.prepare(.get("/films/1").downloading(to: copy, resuming: true))
    let updates = call.progressUpdates
    call.start()
    for await progress in updates {
      screen.show(progress.fraction)
      if progress.fraction > 0.3 { break }
    }
    call.pause()  // the connection stays
    let resumption = call.resume()  // .resumed(at: …), or .failed with the reason
    // end
    gate.open()
    // sample: download-end
    let response = try await call.response()
    let place = response.download?.path
    // end
    #expect(place == copy)
    #expect(try readFile(copy).count == size)
    guard case .resumed = resumption else {
      Issue.record("\(resumption)")
      return
    }
  }

  @Test("A handle tells its state, and can be cancelled")
  func handle() async throws {
    let gate = Gate()
    defer { gate.open() }
    let backend = try Backend { _ in
      gate.pass()
      return .text("late")
    }
    let (client, screen) = (Client(.init(servers: Servers(Server(backend.address)))), Screen())
    // sample: handle
    let call = client.prepare(.get("/report"))
      .handle(
        success: { response in screen.show(response.status.code) },
        failure: { result in screen.show(result.error?.summary ?? "") },
        finally: { _ in screen.show("over") })
    call.start()
    call.cancel()
    // end
    #expect(await screen.wait(for: 2) == ["The request was cancelled.", "over"])
  }

  @Test("A WebSocket")
  func webSocket() async throws {
    let backend = try Backend { _ in Reply(status: 403, fields: []) }
    let address = backend.address.replacing("http://", with: "ws://")
    let (client, screen) = (Client(.init(servers: Servers(Server(address)))), Screen())
    // sample: web-socket
    let session = client.webSocket(.get("/prices"))
    do {
      try await session.open()
      try await session.send(#"{ "subscribe": "tea" }"#)
      for await message in session.messages {
        screen.show(message)
      }
    } catch {
      screen.show(error.summary)
    }
    // end
    #expect(await screen.wait(for: 1) == ["The server did not open a WebSocket: it responded with 403."])
  }

  @Test("Options of a transfer")
  func options() async throws {
    let backend = try Backend { asked in
      asked.path == "/old" ? Reply(status: 301, fields: [("Location", "/new")]) : .text("new")
    }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: options
    var options = TransferOptions(timeout: .seconds(10), redirects: 3, recordsWire: true)
    options.httpVersion = .http1_1
    options.usesCookies = false
    let response = try await client.send(.get("/old").options(options))

    let hop = response.hops.first?.status  // 301
    let lines = response.wire?.entries.count ?? 0
    // end
    #expect(hop == 301 && lines > 0 && response.url.hasSuffix("/new"))
  }

  @Test("Cookies are kept, and can be edited")
  func cookies() async throws {
    let backend = try Backend { asked in
      asked.path == "/login"
        ? .text("hello").with("Set-Cookie", "session=s1; Path=/") : .text(asked["Cookie"] ?? "none")
    }
    let api = backend.address
    // sample: cookies
    let cookies = InMemoryCookieStorage()
    var configuration = ClientConfiguration(servers: Servers(Server(api)))
    configuration.cookies = cookies
    let client = Client(configuration)

    _ = try await client.send(.post("/login"))
    let session = try await client.send(.get("/me")).text()  // "session=s1"

    for cookie in cookies.cookies where cookie.name == "session" {
      cookies.remove(cookie.id)
    }
    // end
    #expect(session == "session=s1")
    #expect(try await client.send(.get("/me")).text() == "none")
  }

  @Test("Requests that are the same, and requests that are many")
  func traffic() async throws {
    let backend = try Self.shop()
    let client = Self.client(of: backend)
    // sample: traffic
    client.poolSize = 8
    client.configuration.duplicates = Duplicates(data: .keepAll, upload: .cancelFirst, download: .keepFirst)
    client.configuration.willSend = { outgoing, request in
      outgoing.headers[.referer] = "shop://\(request.displayName ?? "")"
    }
    // end
    _ = try await client.send(.get("/items").named("list"))
    #expect(backend.asked.first?["Referer"] == "shop://list")
  }
}
