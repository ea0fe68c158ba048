import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Cancelling and pausing a transfer", .timeLimit(.minutes(2)))
struct SteeringTests {
  private let transport = CurlTransport()

  @Test("Cancelled at any moment a transfer ends once, and tells nothing afterwards", arguments: ["", "sent", "head"])
  func cancel(after word: String) async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      if word == "head" { try connection.send(.truncated("begun", promising: 100)) }
      connection.waitForClose()
    }
    for _ in 0..<20 {
      let told = Told()
      let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
      if !word.isEmpty { #expect(told.waitFor(word)) }
      task.cancel()
      task.cancel()
      #expect(await told.wait().error?.kind == .cancelled)
      #expect(told.words.filter { $0 == "finished" }.count == 1)
      #expect(told.words.last == "finished")
    }
    try await server.waitUntilIdle()
  }

  @Test("Cancelled while connecting, resolving or uploading", arguments: ["connect", "resolve", "upload"])
  func cancelEarly(phase: String) async throws {
    let server = try RawServer.start { $0.waitForClose() }
    let url =
      switch phase {
      case "connect": "http://192.0.2.1:81/"
      case "resolve": "http://no-such-host.invalid/"
      default: server.url
      }
    let body = phase == "upload" ? [UInt8](repeating: 1, count: 50_000_000) : nil
    let told = Told()
    let task = transport.start(TransportRequest(method: .post, url: url, body: body)) { told.take($0) }
    if phase == "upload" { #expect(told.waitFor("sent")) }
    task.cancel()
    task.pause()
    task.resume()
    let kind = await told.wait().error?.kind
    #expect(kind == .cancelled || phase != "upload" && kind != nil)
  }

  @Test("A transfer that has ended cannot be cancelled any more")
  func cancelLate() async throws {
    let server = try RawServer.answering(.text("ok"))
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    _ = await told.wait()
    task.cancel()
    task.pause()
    task.resume()
    #expect(await transport.get(server.url).text == "ok")
    #expect(told.words == ["sent", "head", "finished"])
  }

  @Test("A paused download reads nothing, and goes on where it was")
  func pauseDownload() async throws {
    let isPaused = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("one", promising: 6))
      try isPaused.wait()
      try connection.send("two")
      connection.waitForClose()
    }
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    #expect(told.waitFor("head"))
    task.pause()
    // Commands are obeyed in order: once this one has ended, the pause has begun.
    #expect(await silence(for: .milliseconds(1)) == .timedOut)
    isPaused.open()
    #expect(await silence(for: .milliseconds(50)) == .timedOut)
    #expect(told.result == nil)
    #expect(told.text == "one")
    task.resume()
    #expect(await told.wait().text == "onetwo")
  }

  @Test("The time limit counts for a stream of events only until it begins, unless it is to end the stream")
  func eventStream() async throws {
    let isOver = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\ndata: 1\n\n")
      try isOver.wait()
      try connection.send("data: 2\n\n")
    }
    var options = TransferOptions(timeout: .milliseconds(500))
    options.limitsEventStreams = true
    #expect(await transport.get(server.url, options).error?.kind == .timedOut)
    options.limitsEventStreams = false
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url, options: options)) { told.take($0) }
    #expect(told.waitFor("head"))
    #expect(await silence(for: .milliseconds(600)) == .timedOut)
    #expect(told.result == nil)
    isOver.open()
    #expect(await told.wait().text == "data: 1\n\ndata: 2\n\n")
    withExtendedLifetime(task) {}
  }

  /// Lets that much time pass, by a request that nobody answers.
  private func silence(for time: Duration) async -> TransportError.Kind? {
    guard let silent = try? RawServer.start({ $0.waitForClose() }) else { return nil }
    return await transport.get(silent.url, TransferOptions(timeout: time)).error?.kind
  }

  @Test("A request that is paused before it is sent is sent when it is resumed")
  func pauseBeforeSending() async throws {
    let server = try RawServer.answering(.text("ok"))
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    task.pause()
    if await silence(for: .milliseconds(50)) == .timedOut, told.words.isEmpty {
      #expect(server.requests.isEmpty)
    }
    task.resume()
    #expect(await told.wait().text == "ok")
    #expect(told.words == ["sent", "head", "finished"])
    #expect(server.requests.count == 1)
  }

  @Test("A paused upload goes on where it was")
  func pauseUpload() async throws {
    let server = try RawServer.start { connection in
      let request = try connection.readRequest()
      try connection.send(.text("\(request?.body.count ?? 0)"))
    }
    let body = [UInt8](repeating: 1, count: 20_000_000)
    let told = Told()
    let task = transport.start(TransportRequest(method: .put, url: server.url, body: body)) { told.take($0) }
    for _ in 0..<50 {
      task.pause()
      task.resume()
    }
    #expect(await told.wait().text == "20000000")
    #expect(server.requests.first?.body == body)
  }

  @Test("Without a resume a paused transfer can still be cancelled")
  func cancelPaused() async throws {
    let server = try RawServer.start { $0.waitForClose() }
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    #expect(told.waitFor("sent"))
    task.pause()
    task.cancel()
    #expect(await told.wait().error?.kind == .cancelled)
  }
}
