import CCurl
import HTTPTypes

// A stream of events that ended is asked for again (https://html.spec.whatwg.org/#reestablish-the-connection), and goes on in the same body.
extension CurlTransfer {
  private static let lastEventID = HTTPField.Name("Last-Event-ID")
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Returns: the moment at which the hop that comes next is to be sent; nil where the transfer is over.
  func reconnection(after result: CURLcode) -> Monotonic? {
    guard let eventStream, failure == nil, !isCutShort, redirect == nil, again == nil, body != nil else { return nil }
    if let name = Self.lastEventID {
      let id = eventStream.lastID
      var next = hop
      next.headers[fields: name] = id.isEmpty ? [] : [HTTPField(name: name, lenientValue: Array(id.utf8))]
      hop = next
    }
    return Monotonic.now.advanced(byMilliseconds: Int(eventStream.wait / .milliseconds(1)))
  }

  /// Goes on with the body that began on an earlier connection.
  /// - Returns: whether there is something to go on with: anything but such a stream ends it.
  func goOn(with head: ResponseHead) -> Bool {
    guard head.startsEventStream else {
      isCutShort = head.status.code == 204
      if !isCutShort { failure = TransportError(noMoreEventsIn: head, at: hop.url) }
      return false
    }
    decoding = hop.options.decompresses ? ContentDecoding.of(head.headers) : nil
    if eventStream?.isBetweenEvents == false {
      do {
        try Array("\n\n".utf8).withUnsafeBytes { try body?.append($0) }
      } catch {
        failure = TransportError(storing: error)
        return false
      }
    }
    eventStream?.begin()
    return true
  }

  /// A connection that follows another one may begin with a byte order mark of its own.
  func withoutMark(_ piece: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard eventStream?.isAtBeginningOfConnection == true, piece.starts(with: Self.mark) else { return piece }
    return UnsafeRawBufferPointer(rebasing: piece[Self.mark.count...])
  }
}

extension TransportError {
  fileprivate init(noMoreEventsIn head: ResponseHead, at url: String) {
    self.init(
      .malformedAnswer, "\(Authority(of: url)) did not go on with its stream of events.",
      detail: "It responded \(head.status.code) with \(head.headers[.contentType] ?? "no type").")
  }
}
