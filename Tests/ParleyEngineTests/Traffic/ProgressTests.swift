import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
  @Test("A download tells its progress by stream and by callback, with the name of the request, up to the end")
  func download() async throws {
    let size = 3_000_000
    let server = try RawServer.answering(
      RawReply(headers: ["Content-Length: \(size)"], body: [UInt8](repeating: 1, count: size)))
    let call = Client().prepare(.get(server.url).named("film").options(TransferOptions(progressInterval: .zero)))
    let called = Lock<[Call.Progress]>([])
    call.onProgress { update in called.withLock { $0.append(update) } }
    let updates = call.progressUpdates
    call.start()
    var last: Call.Progress?
    for await update in updates { last = update }
    _ = try await call.response()
    #expect(last == Call.Progress(name: "film", transfer: TransferProgress(received: size, expectedToReceive: size)))
    #expect(last?.fraction == 1)
    let received = called.withLock { $0.map(\.transfer.received) }
    #expect(received == received.sorted())
    #expect(received.last == size)
    #expect(called.withLock { $0.allSatisfy { $0.name == "film" } })
  }

  @Test("Who asks for progress gets it, though the options say nothing of an interval")
  func unasked() async throws {
    let server = try RawServer.answering(.text("0123456789"))
    let call = Client().prepare(.get(server.url))
    let updates = call.progressUpdates
    call.start()
    var last: Call.Progress?
    for await update in updates { last = update }
    #expect(last?.transfer.received == 10)
    #expect(last?.name == nil)
  }

  @Test("An upload tells how much has been sent")
  func upload() async throws {
    try await withTemporaryDirectory { directory in
      let size = 2_000_000
      let path = try directory.write([UInt8](repeating: 2, count: size), to: "film.mp4")
      let server = try RawServer.answering(.text("ok"))
      let call = Client().prepare(.put(server.url).body(.file(path)).options(TransferOptions(progressInterval: .zero)))
      let told = Lock<[TransferProgress]>([])
      call.onProgress { update in told.withLock { $0.append(update.transfer) } }
      _ = try await call.response()
      let sent = told.withLock { $0.map(\.sent) }
      #expect(sent == sent.sorted())
      #expect(sent.last == size)
      #expect(told.withLock { $0.last?.expectedToSend } == size)
    }
  }

  @Test("A stream that is asked for after the end ends at once")
  func afterwards() async throws {
    let server = try RawServer.answering(.text("ok"))
    let call = Client().prepare(.get(server.url))
    _ = try await call.response()
    for await _ in call.progressUpdates { Issue.record("Nothing is left to tell.") }
  }

  @Test("The gauge tells rate and time left of the last seconds")
  func gauge() {
    var gauge = TransferGauge()
    #expect(gauge.bytesPerSecond == nil)
    gauge.add(TransferProgress(received: 1, expectedToReceive: 10_000), at: .zero)
    #expect(gauge.timeLeft == nil)
    gauge.add(TransferProgress(received: 1001, expectedToReceive: 10_000), at: .seconds(1))
    #expect(gauge.bytesPerSecond == 1000)
    #expect(gauge.timeLeft == .seconds(8.999))
    // It stands still for long, and then goes on faster.
    gauge.add(TransferProgress(received: 1001, expectedToReceive: 10_000), at: .seconds(60))
    #expect(gauge.bytesPerSecond == 0)
    #expect(gauge.timeLeft == nil)
    gauge.add(TransferProgress(received: 10_000, expectedToReceive: 10_000), at: .seconds(61))
    #expect(gauge.timeLeft == .zero)
  }

  @Test("The gauge begins again when an upload is followed by its response")
  func gaugeOfBoth() {
    var gauge = TransferGauge()
    gauge.add(TransferProgress(sent: 0, expectedToSend: 500), at: .zero)
    gauge.add(TransferProgress(sent: 500, expectedToSend: 500), at: .seconds(1))
    #expect(gauge.bytesPerSecond == 500)
    gauge.add(TransferProgress(sent: 500, expectedToSend: 500, received: 10), at: .seconds(2))
    #expect(gauge.bytesPerSecond == nil)
    #expect(gauge.timeLeft == nil)
  }
}
