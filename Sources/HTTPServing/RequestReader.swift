import HTTPTypes

/// Makes requests of the bytes of a connection. It neither reads nor writes: bytes go in, and what they mean comes out.
struct RequestReader {
  enum Event {
    /// The client waits to be told to go on with its body (RFC 9110, 10.1.1).
    case expectsContinue
    case request(ServedRequest, keepsConnection: Bool)
  }

  /// How far a request is.
  enum Progress { case between, head, body }

  private let limits: ServingLimits
  private let taking: HTTPService.Taking?
  private var received = ReceivedBytes()
  /// Of the head, as far as it is there.
  private var lines: [ArraySlice<UInt8>] = []
  private var headSize = 0
  /// Of the request whose body is coming.
  private var head: RequestHead?
  private var body: IncomingBody
  private var chunks: ChunkReader

  init(_ limits: ServingLimits, taking: HTTPService.Taking? = nil) {
    (self.limits, self.taking) = (limits, taking)
    body = IncomingBody(limits)
    chunks = ChunkReader(limits)
  }

  /// How many bytes wait to be read.
  var waiting: Int { received.count }

  /// How many bytes it holds.
  var held: Int { received.count + body.kept.count }

  var progress: Progress {
    if head != nil { return .body }
    return lines.isEmpty && received.isEmpty ? .between : .head
  }

  mutating func append(_ bytes: some Collection<UInt8>) { received.append(bytes) }

  /// Takes the bytes that wait, which are no longer of HTTP.
  mutating func takeRest() -> ArraySlice<UInt8> { received.take(received.count) }

  /// Returns the event that the bytes so far complete; nil until there are more.
  mutating func next() throws(ServingMistake) -> Event? {
    guard let head else { return try readHead() }
    switch head.framing {
    case .length(let length):
      body.add(received.take(length - body.count))
      return body.count == length ? whole(head) : nil
    case .chunked: return try chunks.read(from: &received, into: &body) ? whole(head) : nil
    }
  }

  private mutating func readHead() throws(ServingMistake) -> Event? {
    if lines.isEmpty, received.beginTLS { throw .tls }
    while let line = received.takeLine() {
      headSize += line.count + 2
      guard headSize <= limits.head else { throw tooLong }
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        // Empty lines before the first are left from the request before (RFC 9112, 2.2).
        return try begin(RequestHead(lines))
      }
    }
    guard headSize + received.count <= limits.head else { throw tooLong }
    return nil
  }

  private var tooLong: ServingMistake {
    ServingMistake(.requestHeaderFieldsTooLarge, "The headers are longer than \(limits.head >> 10) KB.")
  }

  private mutating func begin(_ head: RequestHead) throws(ServingMistake) -> Event? {
    body = IncomingBody(limits, head.framing == .length(0) ? nil : taking?(ServedRequest(head)))
    if case .length(let length) = head.framing { try body.makeRoom(for: length) }
    (lines, headSize) = ([], 0)
    self.head = head
    let isWaiting = head.expectsContinue && head.framing != .length(0) && received.isEmpty
    return isWaiting ? .expectsContinue : try next()
  }

  private mutating func whole(_ head: RequestHead) -> Event {
    let request = ServedRequest(head, body)
    (self.head, body, chunks) = (nil, IncomingBody(limits), ChunkReader(limits))
    return .request(request, keepsConnection: head.keepsConnection)
  }
}
