import CCurl
import HTTPTypes

// What libcurl tells while it works.
extension CurlTransfer {
  /// What makes libcurl end a transfer: any other number than was handed over.
  static func abort(_ count: Int) -> Int {
    count == 0 ? 1 : 0
  }

  /// The connection stands, the head is written next. Comes again when a kept connection turns out to be gone.
  func readyToSend() {
    guard !wasSent else { return }
    wasSent = true
    sentAt = .now
    handler?(.sent(url: hop.url))
  }

  /// - Returns: whether to go on.
  func receive(header line: UnsafeRawBufferPointer) -> Bool {
    if answeredAt == nil { answeredAt = .now }
    switch reader.take(line) {
    case .more: return true
    case .complete(let head): return accept(head)
    case .tooLarge:
      failure = TransportError(.malformedAnswer, "\(Authority(of: hop.url)) sends headers without end.")
      return false
    }
  }

  func receive(body chunk: UnsafeRawBufferPointer) -> Step {
    if isPaused { return .pause }
    if redirect != nil { return skip(chunk) }
    do {
      try body?.append(chunk)
      return .goOn
    } catch {
      failure = TransportError(storing: error)
      return .abort
    }
  }

  /// - Returns: how many bytes of the request's body were written into `room`.
  func upload(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard let body = hop.body else { return 0 }
    let count = min(room.count, body.count - uploaded)
    body.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[uploaded..<uploaded + count])) }
    uploaded += count
    return count
  }

  func rewindUpload(to offset: Int) {
    uploaded = min(max(0, offset), hop.body?.count ?? 0)
  }

  func progressed(_ progress: TransferProgress) {
    guard redirect == nil, meter?.tells(progress) == true else { return }
    handler?(.progress(progress))
  }

  func record(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    wire?.record(kind, bytes, at: startedAt.duration(to: .now))
  }
}

extension CurlTransfer {
  private func accept(_ parts: HeadReader.Head) -> Bool {
    let head = ResponseHead(url: hop.url, status: parts.status, version: parts.version, headers: parts.fields)
    if hop.options.redirects > 0, let redirect = Redirect(of: hop, by: head) { return accept(redirect) }
    deliver(head)
    isCutShort = isWhole(head)
    return !isCutShort
  }

  /// Whether nothing follows the head, where libcurl would wait in vain: 101 leaves HTTP, and of a HEAD that has a body
  /// of its own libcurl does not know that it is one.
  private func isWhole(_ head: ResponseHead) -> Bool {
    head.status.code == 101 || hop.method == .head && hop.body != nil
  }

  private func accept(_ redirect: Redirect) -> Bool {
    guard hops.count < hop.options.redirects else {
      failure = TransportError(tooMany: hops + [redirect.hop])
      return false
    }
    self.redirect = redirect
    return true
  }

  private func deliver(_ head: ResponseHead) {
    let body = BodyBuffer(storage: settings.bodies, memoryLimit: settings.memoryLimit, sealed: hop.isSecret)
    body.reserve(handle?.announcedLength ?? 0)
    self.head = head
    self.body = body
    handler?(.head(head, body: body))
  }

  private func skip(_ chunk: UnsafeRawBufferPointer) -> Step {
    redirectBodyCount += chunk.count
    isCutShort = redirectBodyCount > Self.redirectBodyLimit
    return isCutShort ? .abort : .goOn
  }
}
