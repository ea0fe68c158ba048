import CCurl

// What the loop does with a transfer.
extension CurlTransfer {
  func take(_ handle: CurlHandle) {
    self.handle = handle
    handle.transfer = self
  }

  func letGo() {
    handle?.transfer = nil
    handle = nil
  }

  /// Opens the file the body goes to, if it goes to one.
  /// - Returns: the reason why that is not possible; nil if it is.
  func openDownload() -> TransportError? {
    guard hop.destination != .automatic, download == nil else { return nil }
    do throws(TransportError) {
      let plan = try DownloadPlan(hop, temporaryFolder: settings.temporaryFolder)
      var first = hop
      plan?.prepare(&first)
      (download, hop) = (plan, first)
      return nil
    } catch {
      return error
    }
  }

  func beginHop() {
    wasSent = false
    sentAt = nil
    uploaded = 0
    uploadReader = nil
    beginsToSend()
    hop = hop.holdingBackForDigest
    handle?.beginHop()
    redirect = nil
    again = nil
    redirectBodyCount = 0
    isCutShort = false
    decoding = nil
    (isHeldBack, endedWith) = (false, nil)
    wire?.beginHop()
  }

  /// - Returns: whether the hop must be taken out of libcurl until it goes on, because it has not been sent yet.
  func pauseNow() -> Bool {
    guard index != nil, !isPaused else { return false }
    isPaused = true
    deadline.hold(at: .now)
    guard let handle else { return false }
    if wasSent { ccurl_easy_pause(handle.easy, CURLPAUSE_ALL) }
    return !wasSent
  }

  /// - Returns: whether it was paused.
  func resumeNow() -> Bool {
    guard index != nil, isPaused else { return false }
    isPaused = false
    deadline.release(at: .now)
    return true
  }

  /// Goes on to the next hop, when the one that has ended was a redirect to follow.
  func follows(after result: CURLcode) -> Bool {
    guard failure == nil, result == CURLE_OK || isCutShort else { return false }
    if let again {
      hop = again
      return true
    }
    guard let redirect else { return false }
    hops.append(redirect.hop)
    hop = redirect.next
    handler?(.redirected(redirect.hop))
    return true
  }

  /// From the request's first byte to the response's. libcurl's own moment is no use where a body is sent: up to version 8.4 it
  /// is when that body begins to be sent.
  private var waiting: Duration {
    guard let sentAt, let answeredAt = handle?.answeredAt else { return .zero }
    return sentAt.duration(to: answeredAt)
  }

  /// Returns the outcome of the transfer, while its handle still knows it.
  func outcome(of result: CURLcode) -> Result<TransportResponse, TransportError> {
    if let failure { return .failure(failure) }
    guard let handle, result == CURLE_OK || isCutShort, let head, let body else {
      return .failure(explanation(of: result))
    }
    if let decoding, !decoding.isAtEnd, !isCutShort {
      return .failure(TransportError(endlessIn: hop.url, head.headers))
    }
    let timings = handle.timings(total: startedAt.duration(to: .now), waiting: waiting)
    var response = TransportResponse(
      head: head, body: body, bytesOnWire: handle.receivedBytes, timings: timings, hops: hops, wire: wire?.log)
    let trailers = handle.heads.trailers
    if !trailers.isEmpty { response.trailers = trailers }
    if let download, body as? DownloadFile === download.file {
      response.download = Download(path: download.file.path, resumption: download.resumption)
    }
    return .success(response)
  }

  /// The last that is told. What has arrived of the body stays readable, whatever the outcome.
  ///
  /// The loop has forgotten the transfer. So a download waits for the disk on a thread of its own, where it holds up nobody.
  func finish(_ outcome: Result<TransportResponse, TransportError>) {
    let waitsForDisk = (try? outcome.get().download) != nil && download?.file.isSynced == true
    if waitsForDisk, DetachedThread.start({ self.conclude(outcome) }) { return }
    conclude(outcome)
  }

  private func conclude(_ outcome: Result<TransportResponse, TransportError>) {
    let outcome = closing(after: outcome)
    tellLastProgress()
    if case .failure = outcome, let wire { handler?(.recorded(wire.log)) }
    handler?(.finished(outcome))
    handler = nil
    transport = nil
    uploadReader = nil
  }
}

// The files behind the body.
extension CurlTransfer {
  private func closing(
    after outcome: Result<TransportResponse, TransportError>
  ) -> Result<TransportResponse, TransportError> {
    // A download whose response was a refusal is over as well.
    defer { if let file = download?.file, !file.isComplete { file.abandon() } }
    guard case .success = outcome else {
      body?.abandon()
      return outcome
    }
    do {
      try body?.finish()
      return outcome
    } catch {
      body?.abandon()
      return .failure(error as? TransportError ?? TransportError(storing: error))
    }
  }
}

// Why it failed.
extension CurlTransfer {
  var timedOut: TransportError {
    let limit = hop.options.timeout ?? .zero
    if isTimedByBytes, let stalled = TransportError(stalled: stage, limit: limit, at: hop.url) { return stalled }
    return TransportError(timedOut: stage, limit: limit, at: hop.url)
  }

  private func explanation(of result: CURLcode) -> TransportError {
    guard let handle else { return TransportError(.other, "The transfer has ended already.") }
    return CurlFailure(
      code: result, handle: handle, request: hop, stage: stage
    ).error
  }

  /// How far the current hop has come.
  private var stage: TransferStage {
    if handle == nil { return .queued }
    guard wasSent else { return .connecting }
    return body.map { .receiving(count: $0.count) } ?? .waiting
  }
}
