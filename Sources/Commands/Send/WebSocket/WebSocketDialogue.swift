import HTTPTypes
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// `parley send` of a WebSocket: what comes goes to standard output, message by message, and lines of standard input are sent.
struct WebSocketDialogue: Sendable {
  let session: Session
  let call: Call
  let channel: WebSocketChannel
  let wish: WebSocketWish
  /// Every entry is printed as a line of JSON, what is sent too.
  let printsJSON: Bool
  let reveals: Bool
  let filter: ResponseFilter?
  let console: any Console
  private let isStopped = Lock(false)

  /// Closes it before its end, as somebody has interrupted the program.
  func stop() {
    isStopped.withLock { $0 = true }
    call.stop()
  }

  /// Sends the request, and returns when the session is over.
  /// - Returns: `.cancelled` where it was stopped.
  func run() async -> Result<Response, RequestError> {
    let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    call.onChange { state in
      signal.yield()
      if state.isFinal { signal.finish() }
    }
    call.start()
    var printer: Printer?
    for await _ in changes {
      if printer == nil, channel.isOpen || call.state.isFinal, let arriving = call.arriving,
        arriving.head.status.code == 101
      {
        printer = Printer(of: arriving.body)
        begin()
      }
      await printer?.printNew(self)
    }
    await printer?.printNew(self)
    do throws(RequestError) {
      let response = try await call.response()
      return isStopped.withLock(\.self) ? .failure(.cancelled) : .success(response)
    } catch {
      return .failure(error)
    }
  }

  private func begin() {
    if console.canAsk { console.note("Connected. Each line is sent as a message; Ctrl-D closes the WebSocket.") }
    Task { await sendInput() }
    guard let duration = wish.duration else { return }
    Task {
      try? await Task.sleep(for: duration)
      channel.postClose()
    }
  }

  /// Line by line, each when the connection has taken the one before.
  private func sendInput() async {
    while let line = await nextLine() {
      do {
        guard await channel.send(try await session.sending.render(message: line).text) else { return }
      } catch {
        Failure(error).tell(on: console)
      }
    }
    if wish.endsWithInput { channel.postCloseAfterConversation() }
  }

  /// On a thread of its own, which nobody waits for when the session ends first.
  private func nextLine() async -> String? {
    await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start(isAwaited: false) { continuation.resume(returning: console.readLine()) }
      if !isStarted { continuation.resume(returning: nil) }
    }
  }
}

extension WebSocketDialogue {
  /// Prints a transcript as it grows, each entry once.
  private struct Printer {
    private var reader: TranscriptReader
    private var count = 0

    init(of body: any ByteSource) {
      reader = TranscriptReader(of: body)
    }

    mutating func printNew(_ dialogue: WebSocketDialogue) async {
      while true {
        let entries = reader.next()
        if entries.isEmpty { return }
        for entry in entries { await dialogue.print(entry) }
        count += entries.count { $0.isMessage && $0.from == .server }
        if let most = dialogue.wish.messages, count >= most { dialogue.channel.postClose() }
      }
    }
  }

  private func print(_ entry: WebSocketEntry) async {
    if printsJSON { return (reveals ? console.unmasked : console).print(entry.document, by: .compact) }
    guard entry.from == .server else { return }
    if entry.kind == .ping || entry.kind == .pong { return }
    guard entry.isMessage else {
      if !isStopped.withLock(\.self) { console.note("closed by the server: \(entry.text)") }
      return
    }
    guard let filter else { return console.unmasked.pass(Array((entry.text + "\n").utf8)) }
    do throws(JQError) {
      try await filter.write(entry.value, to: console.unmasked)
    } catch {
      Failure(error).tell(on: console)
    }
  }
}
