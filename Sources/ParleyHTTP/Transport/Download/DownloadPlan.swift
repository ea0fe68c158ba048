import HTTPTypes

/// A download in flight: what is asked of the server, and what its response means for the file.
final class DownloadPlan {
  /// The action for a response.
  enum Step: Equatable {
    /// Its body goes to the file.
    case write
    /// It is a response like any other.
    case deliver
    /// It helps nothing: the whole is asked for.
    case askAgain
  }

  let file: DownloadFile
  private let url: String
  private let isResuming: Bool
  private var leftover: DownloadPart.Leftover?
  private(set) var resumption: Resumption?
  /// Bytes that were there already.
  private(set) var base = 0

  /// - Throws: `TransportError` when the file cannot be written.
  init?(_ request: TransportRequest, temporaryFolder: String) throws(TransportError) {
    url = request.url
    switch request.destination {
    case .automatic: return nil
    case .temporary:
      isResuming = false
      file = try DownloadFile(in: temporaryFolder)
    case .file(let path, let resuming):
      isResuming = resuming
      file = try DownloadFile(at: path, isSecret: request.isSecret)
      leftover = resuming ? file.leftover(of: request.url) : nil
    }
  }

  /// Adds the download's headers to a request: the range to go on with, and no encoding of the body unless it asks for
  /// one.
  func prepare(_ request: inout TransportRequest) {
    if request.options.acceptEncoding == nil { request.options.acceptEncoding = "identity" }
    guard let leftover else { return }
    request.headers[.range] = "bytes=\(leftover.count)-"
    request.headers[.ifRange] = leftover.validator
  }

  /// Removes the range from a request, so that the whole is asked for.
  func withdraw(from request: inout TransportRequest) {
    leftover = nil
    request.headers[.range] = nil
    request.headers[.ifRange] = nil
  }

  func step(after head: ResponseHead) -> Step {
    switch head.status.code {
    case 206 where leftover != nil: goOn(head)
    case 416 where leftover != nil: startAgain(.changed)
    case 200..<300: startOver(head)
    default: .deliver
    }
  }

  private func goOn(_ head: ResponseHead) -> Step {
    guard let leftover, head.rangeStart == leftover.count, head.headers[.contentEncoding] == nil,
      head.validator.map({ $0 == leftover.validator }) ?? true
    else { return startAgain(.changed) }
    file.goOn(at: leftover.count)
    base = leftover.count
    resumption = .resumed(at: leftover.count)
    return .write
  }

  private func startAgain(_ reason: Resumption.Reason) -> Step {
    resumption = .failed(reason)
    return .askAgain
  }

  private func startOver(_ head: ResponseHead) -> Step {
    if isResuming, resumption == nil { resumption = .failed(reason(of: head)) }
    let canGoOn = head.status == .ok && head.headers[.contentEncoding] == nil && head.headers[.acceptRanges] != "none"
    file.startOver(canGoOn ? head.validator : nil, of: url)
    return .write
  }

  private func reason(of head: ResponseHead) -> Resumption.Reason {
    guard let leftover else { return .nothingPaused }
    return head.validator == leftover.validator ? .noRanges : .changed
  }
}

extension ResponseHead {
  /// The validator for `If-Range`: a strong entity tag, or the date of the last change (RFC 9110 §13.1.5); nil without
  /// either.
  fileprivate var validator: String? {
    if let tag = headers[.eTag], tag.hasPrefix("\"") { return tag }
    return headers[.lastModified]
  }

  /// The start of the part that a 206 holds: `bytes 100-199/200`; nil without a range of bytes.
  fileprivate var rangeStart: Int? {
    guard let range = headers[.contentRange], range.lowercased().hasPrefix("bytes ") else { return nil }
    return Int(range.dropFirst(6).prefix { $0.isNumber })
  }
}
