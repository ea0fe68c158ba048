import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Entries of sessions that cookies name", .timeLimit(.minutes(2)))
struct CacheSessionTests {
  /// A server that gives everybody who logs in a new session, and counts.
  private func shop() -> (client: Client, transport: RecordingTransport) {
    let count = Lock(0)
    let transport = RecordingTransport { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      var headers: HTTPFields = [.cacheControl: "max-age=600"]
      let isLogin = request.url.contains("/login")
      if isLogin { request.cookies?.receive(bytes: [Array("session=s\(number); Path=/".utf8)], from: request.url) }
      if isLogin { headers = [:] }
      let head = ResponseHead(url: request.url, status: .ok, headers: headers)
      return .success(TransportResponse(head: head, body: InMemoryBytes("\(number)")))
    }
    return (Client(.init(servers: Servers("http://h")), transport: transport), transport)
  }

  private func login(_ user: String, password: String = "hunter2hunter2") -> Request {
    Request.post("/login").body(.json(["user": .string(user), "password": .string(password)])).keepingSecret(password)
  }

  private func me(_ client: Client) async throws -> String { try await client.send(.get("/me")).text() }

  @Test("Another's session gets nothing of this one, and a new session of the same login finds its entries")
  func logins() async throws {
    let (client, _) = shop()
    let anonymous = try await me(client)
    _ = try await client.send(login("ada"))
    let ada = try await me(client)
    #expect(try await me(client) == ada && ada != anonymous)
    _ = try await client.send(login("grace"))
    let grace = try await me(client)
    #expect(grace != ada && grace != anonymous)
    _ = try await client.send(login("ada"))
    #expect(try await me(client) == ada)
    client.configuration.cookies?.removeAll()
    #expect(try await me(client) == anonymous)
  }

  @Test("A session of which nobody knows whose it is counts by itself")
  func unknown() async throws {
    let (client, _) = shop()
    var seen: Set<String> = []
    for _ in 0..<3 {
      _ = try await client.send(.post("/login").body(.json(["guest": true])))
      seen.insert(try await me(client))
      seen.insert(try await me(client))
    }
    #expect(seen.count == 3)
    client.configuration.cookies?.set(Cookie("session", "by-hand", domain: "h"))
    #expect(try await !seen.contains(me(client)))
  }

  @Test("A login in two steps is the person of the first, though the second says the same for everybody")
  func steps() async throws {
    let (client, _) = shop()
    let code = Request.post("/login/code").body(.json(["code": "000000"])).keepingSecret("000000")
    func logIn(_ user: String) async throws -> String {
      _ = try await client.send(login(user))
      _ = try await client.send(code)
      return try await me(client)
    }
    let (ada, grace) = (try await logIn("ada"), try await logIn("grace"))
    #expect(ada != grace)
    #expect(try await logIn("ada") == ada)
    #expect(try await logIn("grace") == grace)
  }

  @Test("A cookie that somebody writes over is no login's any more")
  func written() async throws {
    let (client, _) = shop()
    _ = try await client.send(login("ada"))
    let ada = try await me(client)
    let cookies = try #require(client.configuration.cookies)
    var cookie = try #require(cookies.cookies.first)
    cookie.value = "s-of-grace"
    cookies.set(cookie)
    #expect(try await me(client) != ada)
  }

  @Test("A request that sends no cookies of the jar has no part in its sessions")
  func without() async throws {
    let (client, _) = shop()
    let anonymous = try await me(client)
    _ = try await client.send(login("ada"))
    var options = TransferOptions()
    options.usesCookies = false
    #expect(try await client.send(.get("/me").options(options)).text() == anonymous)
  }

  @Test("While one session's request is in flight, another's is sent by itself")
  func inFlight() async throws {
    let transport = RecordingTransport(answering: nil)
    let client = Client(.init(servers: Servers("http://h")), transport: transport)
    client.configuration.cookies?.set(Cookie("session", "1", domain: "h"))
    let events = client.events.subscribe()
    let first = client.prepare(.get("/me"))
    first.start()
    while transport.requests.isEmpty { await Task.yield() }
    client.configuration.cookies?.set(Cookie("session", "2", domain: "h"))
    let second = client.prepare(.get("/me"))
    second.start()
    var joined = 0
    while transport.requests.count + joined < 2 {
      joined += events.takeAvailable().count {
        if case .event(let event) = $0, case .duplicate = event.kind { true } else { false }
      }
      await Task.yield()
    }
    #expect(joined == 0)
    let head = ResponseHead(url: "http://h/me", status: .ok)
    transport.finish(.success(TransportResponse(head: head, body: InMemoryBytes("{}"))))
    for call in [first, second] { _ = try await call.response() }
  }
}
