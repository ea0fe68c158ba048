import CCurl
import HTTPTypes

/// One easy handle, used for one transfer after another. Belongs to the loop's thread.
///
/// Options that are the same for every request are set once, and others again for each hop that differs from the one before, so
/// nothing is left over.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  /// Those that are trusted unless a request says otherwise; nil is the system's.
  let authorities: String?
  let heads: HeadsReader
  /// The time at which the first line of the hop's response arrived.
  var answeredAt: Monotonic?
  /// The transfer it works for. That one holds the handle, so it is there while this is set.
  unowned(unsafe) var transfer: CurlTransfer?

  private let message: UnsafeMutablePointer<CChar>
  private let headers = HeaderList()
  /// The URL of the request before, which need not be looked at again.
  private var url: String?
  /// The same in its parts. Given only a text, libcurl would take it apart and put it together for every request.
  private var parsedURL: CurlURL?
  /// Whether that is one of TLS, over which HTTP/2 may be agreed on.
  private var isSecure = false
  /// The value of `Accept-Encoding`, where the request has none itself.
  var acceptedCodings: String?
  /// The address of the server that answered last.
  var remote: RemoteAddress?
  /// Of an earlier request, what the next one must not inherit.
  private var leftover = Leftover()

  /// The request before, where it comes again as it was: of such a one nothing but its cookies has to be set.
  private var repeatable: TransportRequest?
  /// The kind of the request before: for another one of that kind nothing of it has to be set again.
  private var standing: Kind?

  private struct Kind: Equatable {
    let method: HTTPRequest.Method
    /// Whether a body goes along, an empty one included.
    let hasBody: Bool
    let mayBecomeHTTP2: Bool
    let connectTimeout: Duration?

    init(_ request: TransportRequest, isSecure: Bool) {
      method = request.method ?? (request.content == nil ? .get : .post)
      // RFC 9110 §8.6: these say how long their body is even when there is none.
      hasBody = request.content != nil || method == .post || method == .put || method == .patch
      mayBecomeHTTP2 = isSecure
      connectTimeout = request.options.connectTimeout
    }
  }

  /// Whether libcurl is heard of each thing it does.
  private var isHeard = false
  /// Whether it will be once the request is ready to be sent.
  private var isHeardLater = false

  private struct Leftover {
    var specialOptions = false
    var cookies = false
  }

  /// - Parameter names: of the header fields of all responses that the loop has read.
  /// - Returns: nil when there is no memory.
  init?(_ settings: CurlSettings, names: HeaderNames) {
    guard let easy = ccurl_easy_init() else { return nil }
    self.easy = easy
    heads = HeadsReader(names: names)
    authorities = settings.authorities
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    setConstants(settings)
    setCallbacks()
  }

  deinit {
    ccurl_easy_cleanup(easy)
    message.deallocate()
  }

  static func transfer(of easy: UnsafeMutableRawPointer) -> CurlTransfer? {
    transfer(ccurl_get_context(easy))
  }

  /// The message of libcurl about its last failure.
  var lastMessage: String {
    String(cString: message)
  }

  private func setConstants(_ settings: CurlSettings) {
    set(CURLOPT_NOSIGNAL, 1)
    // Giving up on a name must not wait for the name server.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_BUFFERSIZE, 32 * 1024)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    apply(.standard, to: "")
    _ = ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    ccurl_open_sockets_privately(easy)
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
    ccurl_on_header(easy, Self.onHeader, context)
    ccurl_on_body(easy, Self.onBody, context)
    ccurl_on_upload(easy, Self.onUpload, context)
    ccurl_on_rewind(easy, Self.onRewind, context)
    ccurl_on_ready_to_send(easy, Self.onReadyToSend, context)
    ccurl_on_debug(easy, Self.onDebug, context)
  }

  func set(_ option: CURLoption, _ value: Int) {
    _ = ccurl_set_long(easy, option, value)
  }

  func set(_ option: CURLoption, _ value: String?) {
    _ = ccurl_set_text(easy, option, value)
  }

  /// Text in whatever encoding it is.
  func setText(_ option: CURLoption, _ bytes: [UInt8]?) {
    guard let bytes else { return set(option, nil) }
    (bytes + [0]).withUnsafeBytes { _ = ccurl_set_text(easy, option, $0.bindMemory(to: CChar.self).baseAddress) }
  }
}

// One request.
extension CurlHandle {
  /// Another response is to come.
  func beginHop() {
    answeredAt = nil
    heads.begin()
  }

  /// Sets everything in which one request differs from another.
  /// - Returns: the reason why it cannot be sent; nil if it can.
  func prepare(_ request: TransportRequest) -> TransportError? {
    message.pointee = 0
    hear(of: request)
    if let repeatable, repeatable.isSame(as: request) {
      setCookies(of: request)
      return nil
    }
    repeatable = nil
    if let error = set(url: request.url) { return error }
    if let error = setSpecialOptions(of: request) { return error }
    setCookies(of: request)
    let kind = Kind(request, isSecure: isSecure)
    if kind != standing || kind.hasBody { set(kind, announcing: request.announcedLength) }
    standing = kind
    let fields = headers.list(
      of: request.signedHeaders, without: request.omittedHeaders, accepting: acceptedCodings, hasBody: kind.hasBody)
    _ = ccurl_set_headers(easy, fields)
    if request.isRepeatable { repeatable = request }
    return nil
  }

  private func set(url: String) -> TransportError? {
    guard url != self.url else { return nil }
    if let error = TransportError(unsendable: url) { return error }
    set(CURLOPT_URL, url)
    setParts(of: url)
    self.url = url
    isSecure = URLText.starts(url, with: "https://")
    return nil
  }

  /// Of a URL that cannot be parsed libcurl says so itself.
  private func setParts(of url: String) {
    let parsed = CurlURL(toSend: url)
    _ = ccurl_set_pointer(easy, CURLOPT_CURLU, parsed?.withHandle { $0 })
    parsedURL = consume parsed
  }

  private func set(_ kind: Kind, announcing length: Int) {
    setMethod(kind.method, hasBody: kind.hasBody, announcing: length)
    set(CURLOPT_PIPEWAIT, kind.mayBecomeHTTP2 ? 1 : 0)
    set(CURLOPT_CONNECTTIMEOUT_MS, kind.connectTimeout.map(milliseconds) ?? Int(Int32.max))
  }

  /// Of a request whose heads are recorded nothing is heard until the first of them: the notes before it take libcurl time to write.
  /// A request to a proxy comes earlier.
  private func hear(of request: TransportRequest) {
    let isFromStart = request.options.recordsWire || request.recordsHeads && request.options.special != nil
    isHeardLater = request.recordsHeads && !isFromStart
    hear(isFromStart)
  }

  private func hear(_ isHeard: Bool) {
    guard isHeard != self.isHeard else { return }
    self.isHeard = isHeard
    set(CURLOPT_VERBOSE, isHeard ? 1 : 0)
  }

  private func readyToSend() {
    if isHeardLater { hear(true) }
    transfer?.readyToSend()
  }

  private func setMethod(_ method: HTTPRequest.Method, hasBody: Bool, announcing length: Int) {
    set(CURLOPT_HTTPGET, 1)
    set(CURLOPT_CUSTOMREQUEST, hasBody || method != .get && method != .head ? method.rawValue : nil)
    guard hasBody else {
      if method == .head { set(CURLOPT_NOBODY, 1) }
      return
    }
    set(CURLOPT_POST, 1)
    _ = ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length))
  }

  private func setSpecialOptions(of request: TransportRequest) -> TransportError? {
    guard let special = request.options.special?.value else {
      if leftover.specialOptions { apply(.standard, to: request.url) }
      leftover.specialOptions = false
      return nil
    }
    if let mistake = special.mistake(to: request.url) { return mistake }
    apply(special, to: request.url)
    leftover.specialOptions = true
    return nil
  }

  private func setCookies(of request: TransportRequest) {
    let header = request.options.usesCookies ? request.cookies?.headerBytes(for: request.url) : nil
    if header != nil || leftover.cookies { setText(CURLOPT_COOKIE, header) }
    leftover.cookies = header != nil
  }

  private func milliseconds(_ duration: Duration) -> Int {
    Int(min(max(.milliseconds(1), duration), .milliseconds(Int(Int32.max))).inMicroseconds / 1000)
  }
}

// What libcurl calls, on the loop's thread, from inside of perform.
extension CurlHandle {
  private static func handle(at context: UnsafeMutableRawPointer) -> CurlHandle {
    Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Returns: whether to go on.
  private func take(header line: UnsafeRawBufferPointer) -> Bool {
    if answeredAt == nil { answeredAt = .now }
    let step = heads.take(line)
    if case .more = step { return true }
    return transfer?.take(head: step) == true
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.flatMap { handle(at: $0).transfer }
  }

  private static let onHeader: curl_write_callback = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard let context, handle(at: context).take(header: line) else { return CurlTransfer.abort(line.count) }
    return line.count
  }

  private static let onBody: curl_write_callback = { bytes, size, count, context in
    let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch transfer(context)?.receive(body: chunk) {
    case .goOn: return chunk.count
    case .pause: return Int(CURL_WRITEFUNC_PAUSE)
    case .abort, nil: return CurlTransfer.abort(chunk.count)
    }
  }

  private static let onUpload: curl_read_callback = { bytes, size, count, context in
    let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    guard let transfer = transfer(context) else { return Int(CURL_READFUNC_ABORT) }
    return transfer.isPaused ? Int(CURL_READFUNC_PAUSE) : transfer.upload(into: room) ?? Int(CURL_READFUNC_ABORT)
  }

  private static let onRewind: curl_seek_callback = { context, offset, origin in
    guard origin == SEEK_SET, transfer(context)?.rewindUpload(to: Int(offset)) == true else {
      return CURL_SEEKFUNC_CANTSEEK
    }
    return CURL_SEEKFUNC_OK
  }

  private static let onReadyToSend: curl_prereq_callback = { context, _, _, _, _ in
    if let context { handle(at: context).readyToSend() }
    return CURL_PREREQFUNC_OK
  }

  private static let onDebug: curl_debug_callback = { _, kind, bytes, count, context in
    transfer(context)?.record(kind, UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  }
}

extension TransportRequest {
  /// Whether all that is set for it holds for as long as it is not changed: it has no body to begin again, is not signed anew, and nothing
  /// of it is looked up in files.
  fileprivate var isRepeatable: Bool { content == nil && credentials == nil && options.special == nil }

  /// -1 when the body's length is known only at its end.
  fileprivate var announcedLength: Int {
    guard let content else { return 0 }
    return content.count ?? -1
  }
}
