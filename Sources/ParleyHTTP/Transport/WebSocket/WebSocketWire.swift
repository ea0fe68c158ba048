import CCurl
import Glibc

/// A connection that libcurl made and that speaks whatever we write: through the proxy, by the TLS and with the client
/// certificate that the request asks for (CURLOPT_CONNECT_ONLY). Belongs to one thread; only ``wake()`` is for others.
final class WebSocketWire {
  enum Reading {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  private static let room = 64 * 1024

  private let handle: CurlHandle
  private let multi: UnsafeMutableRawPointer
  private let alarm: Alarm
  private var socket: Int32 = -1
  /// The failure of the connection; nil if it was made.
  private(set) var failure: CurlFailure?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)

  /// - Returns: nil without memory.
  init?(_ settings: CurlSettings, wokenBy alarm: Alarm) {
    guard ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = ccurl_multi_init(),
      let handle = CurlHandle(settings, names: HeaderNames())
    else { return nil }
    (self.handle, self.multi, self.alarm) = (handle, multi, alarm)
  }

  deinit {
    ccurl_multi_remove_handle(multi, handle.easy)
    ccurl_multi_cleanup(multi)
    buffer.deallocate()
  }

  /// Makes the connection.
  /// - Parameters:
  ///   - keepsCertificates: whether the server's certificates can be looked at afterwards.
  ///   - isOver: asked after each waking, why to give up.
  func connect(
    to request: TransportRequest, until deadline: Monotonic, keepsCertificates: Bool = false,
    isOver: () -> TransportError?
  ) throws(TransportError) {
    if let error = handle.prepare(request) { throw error }
    handle.set(CURLOPT_CONNECT_ONLY, 1)
    handle.set(CURLOPT_CERTINFO, keepsCertificates ? 1 : 0)
    handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    handle.set(CURLOPT_HTTPPROXYTUNNEL, 1)
    ccurl_multi_add_handle(multi, handle.easy)
    while true {
      if let result = connectingResult() {
        guard result == CURLE_OK else { throw failure(result, of: request) }
        socket = ccurl_get_socket(handle.easy)
        return
      }
      if let error = isOver() { throw error }
      var wait = curl_waitfd(fd: alarm.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      let now = Monotonic.now
      let milliseconds = deadline == .distantFuture ? 60_000 : Int32(clamping: now.milliseconds(until: deadline))
      ccurl_multi_poll(multi, &wait, 1, min(60_000, milliseconds), nil)
      alarm.silence()
    }
  }

  private func connectingResult() -> CURLcode? {
    var running: Int32 = 0
    ccurl_multi_perform(multi, &running)
    var result = CURLE_OK
    return ccurl_next_ended(multi, &result) == nil ? nil : result
  }

  private func failure(_ code: CURLcode, of request: TransportRequest) -> TransportError {
    let failure = CurlFailure(code: code, handle: handle, request: request, stage: .connecting)
    self.failure = failure
    return failure.error
  }

  /// Those of the server, its own first; empty unless they were kept.
  var certificates: [ServerCertificate] { handle.certificates }

  /// Reads the bytes that have arrived, as many as fit.
  func read() throws(TransportError) -> Reading {
    var count = 0
    switch ccurl_easy_recv(handle.easy, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK: return count == 0 ? .end : .bytes(Array(buffer[..<count]))
    case CURLE_AGAIN: return .nothingYet
    default: throw TransportError(.reset, "The connection was reset.")
    }
  }

  /// - Returns: how many of the bytes were taken.
  func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int {
    var count = 0
    switch ccurl_easy_send(handle.easy, bytes.baseAddress, bytes.count, &count) {
    case CURLE_OK: return count
    case CURLE_AGAIN: return 0
    default: throw TransportError(.reset, "The connection was reset.")
    }
  }

  /// Waits until something comes, there is room to write, or somebody wakes.
  /// - Parameter milliseconds: -1 waits for as long as it takes.
  func wait(reading: Bool, writing: Bool, milliseconds: Int32) {
    let events = (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0)
    // A connection that has ended is ready all the time, so that one that is not read must not be looked at.
    var polls = [
      pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0),
    ]
    poll(&polls, 2, milliseconds)
    if polls[0].revents != 0 { alarm.silence() }
  }

  /// How long name, TCP and TLS took.
  var timings: Timings { handle.timings(total: .zero, waiting: .zero) }
}

/// By which other threads wake one that waits.
final class Alarm: Sendable {
  let descriptor: Int32

  /// - Returns: nil when there are no descriptors left.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    write(descriptor, &one, 8)
  }

  func silence() {
    var count: UInt64 = 0
    read(descriptor, &count, 8)
  }
}
