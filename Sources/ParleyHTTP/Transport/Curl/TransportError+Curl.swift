extension TransportError {
  /// A URL that libcurl must not even see.
  init?(unsendable url: String) {
    if url.utf8.contains(0) {
      self.init(.invalidURL, "The URL has an invalid character.")
    } else if !URLText.isHTTP(url) {
      let scheme = URLText.scheme(of: url)
      self.init(.unsupportedScheme, scheme.map { "The scheme \($0):// is not supported." } ?? "The URL has no scheme.")
    } else {
      return nil
    }
  }

  /// - Parameter hops: those that were followed, and the one too many.
  init(tooMany hops: [Hop]) {
    let last = hops.last.map { PlainURL($0.url).text } ?? ""
    let next = hops.last.map { PlainURL($0.location).text } ?? ""
    let isLoop = Set(hops.map(\.url)).count < hops.count
    self.init(
      .tooManyRedirects, "After \(hops.count - 1) redirects \(last) redirects once more, to \(next).",
      detail: isLoop ? "The redirects form a loop." : nil)
  }

  init(timedOut stage: TransferStage, limit: Duration, at url: String) {
    let authority = Authority(of: url)
    let limit = limit.inWords
    switch stage {
    case .queued:
      self.init(
        .timedOut,
        "The request to \(authority) waited \(limit) for a free connection, the time limit of the whole transfer.")
    case .connecting:
      self.init(.timedOut, "No connection to \(authority) within \(limit), the time limit of the whole transfer.")
    case .waiting: self.init(.timedOut, "\(authority) did not respond within \(limit).")
    case .receiving(let count):
      self.init(
        .timedOut, "The response from \(authority) was not complete within \(limit).", detail: "\(count) bytes arrived."
      )
    }
  }

  /// Of a transfer that may take as long as it likes, as long as something moves; nil before anything could.
  init?(stalled stage: TransferStage, limit: Duration, at url: String) {
    guard case .receiving(let count) = stage else { return nil }
    self.init(
      .timedOut, "\(Authority(of: url)) sent nothing more for \(limit.inWords).", detail: "\(count) bytes arrived.")
  }

  init(storing error: any Error) {
    let reason = (error as? any ExplainedError)?.summary ?? String(describing: error)
    self.init(.bodyStorage, "The body could not be stored.", detail: reason)
  }
}

/// A URL without credentials, query and fragment.
private struct PlainURL {
  let text: String

  init(_ url: String) {
    guard let parsed = CurlURL(url) else {
      text = "…"
      return
    }
    text = "\(parsed.origin.scheme)://\(Authority(of: url))\(parsed.path ?? "")"
  }
}

extension Duration {
  /// `10 s`, `1.5 s`, `200 ms`.
  var inWords: String {
    let milliseconds = inMicroseconds / 1000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }
}
