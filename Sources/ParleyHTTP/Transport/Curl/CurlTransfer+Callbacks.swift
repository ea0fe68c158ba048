import CCurl
import HTTPTypes

// What libcurl tells while it works.
extension CurlTransfer {
  /// Returns a number that makes libcurl end a transfer: any other than it handed over.
  static func abort(_ count: Int) -> Int {
    count == 0 ? 1 : 0
  }

  /// The connection stands, the head is written next. Comes again when a kept connection turns out to be gone.
  func readyToSend() {
    guard !wasSent else { return }
    wasSent = true
    sentAt = .now
    if !goesOnQuietly { handler?(.sent(url: hop.url)) }
    goesOnQuietly = false
  }

  /// - Returns: whether to go on.
  func take(head step: HeadReader.Step) -> Bool {
    switch step {
    case .more: return true
    case .complete(let head): return accept(head)
    case .tooLarge:
      failure = TransportError(.malformedAnswer, "\(Authority(of: hop.url)) sends too many headers.")
      return false
    }
  }

  func receive(body chunk: UnsafeRawBufferPointer) -> Step {
    if isPaused { return .pause }
    // However much comes at once, and whoever decodes it: the loop looks at deadlines only between two calls of libcurl.
    if deadline.at <= .now {
      failure = timedOut
      return .abort
    }
    if redirect != nil || again != nil { return skip(chunk) }
    return take(body: chunk)
  }

  func record(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    guard wire?.records(kind) == true else { return }
    wire?.record(kind, bytes, at: startedAt.duration(to: .now))
  }
}

extension CurlTransfer {
  private func accept(_ parts: HeadReader.Head) -> Bool {
    let head = ResponseHead(url: hop.url, status: parts.status, version: parts.version, headers: parts.fields)
    take(cookies: parts.cookies)
    let withBody = hop.takenBackFromDigest
    if let withBody { hop = withBody }
    if let answer = hop.answering(head) { return goOn(as: answer) }
    if let unknown = unknownDigest(in: head) {
      failure = TransportError(unknownDigest: unknown, at: hop.url)
      return false
    }
    if hop.options.redirects > 0, let redirect = Redirect(of: hop, by: head) { return accept(redirect) }
    // Let in without having been asked who it is; its body is still to come.
    if let withBody { return goOn(as: withBody) }
    if eventStream != nil { return goOn(with: head) }
    if let download, download.step(after: head) == .askAgain {
      var whole = hop
      download.withdraw(from: &whole)
      again = whole
      return true
    }
    deliver(head, isEncoded: parts.isEncoded)
    isCutShort = isWhole(head)
    return !isCutShort
  }

  private func goOn(as next: TransportRequest) -> Bool {
    again = next
    goesOnQuietly = true
    return true
  }

  private func unknownDigest(in head: ResponseHead) -> String? {
    guard case .digest = hop.credentials, head.status == .unauthorized, hop.digest.answers == 0 else { return nil }
    return DigestChallenge.unknownAlgorithm(in: head.headers)
  }

  /// Whether the response ends with its head although libcurl would wait for a body: after 101 the connection no longer
  /// speaks HTTP, and libcurl does not recognize a HEAD request that has a body.
  private func isWhole(_ head: ResponseHead) -> Bool {
    head.status.code == 101 || hop.method == .head && hop.content != nil
  }

  private func accept(_ redirect: Redirect) -> Bool {
    guard hops.count < hop.options.redirects else {
      failure = TransportError(tooMany: hops + [redirect.hop])
      return false
    }
    self.redirect = redirect
    return true
  }

  private func deliver(_ head: ResponseHead, isEncoded: Bool) {
    let body = sink(for: head)
    let announced = handle?.announcedLength ?? -1
    body.reserve(announced)
    beginsToReceive(announced)
    self.head = head
    self.body = body
    if isEncoded, hop.options.decompresses { decoding = ContentDecoding.of(head.headers) }
    if head.startsEventStream {
      if !hop.options.limitsEventStreams { deadline = Deadline(in: nil, from: startedAt) }
      if hop.options.reconnects { eventStream = EventStreamEnd() }
    }
    handler?(.head(head, body: body))
  }

  private func sink(for head: ResponseHead) -> any BodySink {
    if let download, (200..<300).contains(head.status.code) { return download.file }
    return BodyBuffer(storage: settings.bodies, memoryLimit: settings.memoryLimit, sealed: hop.isSecret)
  }

  private func skip(_ chunk: UnsafeRawBufferPointer) -> Step {
    redirectBodyCount += chunk.count
    isCutShort = redirectBodyCount > Self.redirectBodyLimit
    return isCutShort ? .abort : .goOn
  }
}

// Cookies.
extension CurlTransfer {
  private func take(cookies lines: [[UInt8]]) {
    guard !lines.isEmpty, hop.options.usesCookies, let cookies = hop.cookies else { return }
    cookies.receive(bytes: lines, from: hop.url)
  }
}

extension ResponseHead {
  /// Whether what follows is a stream of server-sent events.
  var startsEventStream: Bool {
    guard status.kind == .successful, let type = headers.first(where: { $0.name == .contentType }) else { return false }
    return StreamMediaType(type.value) == .serverSentEvents
  }
}
