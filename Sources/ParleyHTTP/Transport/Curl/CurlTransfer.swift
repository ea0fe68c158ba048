import CCurl
import HTTPTypes

/// One request through all its hops, and the task by which it is steered.
///
/// The parts that change at every step are unchecked for exclusive access: only the loop's thread gets there, and it leaves none of it
/// half changed when it calls out.
final class CurlTransfer: TransportTask, @unchecked Sendable {  // others reach only `loop`; the rest is its thread's
  /// The return value of a callback, for libcurl.
  enum Step {
    case goOn, pause, abort
  }

  /// Of a redirect's body this much is read, so that the connection can be kept; behind that it is cut off.
  static let redirectBodyLimit = 64 * 1024

  /// Its place among the loop's transfers; nil before its start and after its end.
  var index: Int?
  /// Whether it waits in line for a place in the pool.
  var isQueued = false
  @exclusivity(unchecked) var hop: TransportRequest
  var handle: CurlHandle?
  @exclusivity(unchecked) var deadline: Deadline
  var isPaused = false

  let loop: CurlLoop
  let settings: CurlSettings
  let startedAt = Monotonic.now
  /// Keeps the transport alive until the end.
  var transport: CurlTransport?
  var handler: (@Sendable (TransportEvent) -> Void)?

  // The hop in flight.
  var wasSent = false
  /// The time at which the connection was ready.
  var sentAt: Monotonic?
  var uploaded = 0
  /// Of a body that is streamed, the reading in flight.
  var uploadReader: (any BodyReader)?
  /// Whether the next hop only goes on with this one, so that nothing is told of it.
  var goesOnQuietly = false
  var redirect: Redirect?
  var redirectBodyCount = 0
  /// The codings that are taken off the body, where it has any.
  var decoding: ContentDecoding?
  /// How much was decoded in the loop's round of this number.
  var decoded = (round: 0, count: 0)
  /// Whether libcurl holds back what comes next, until what came is decoded.
  var isHeldBack = false
  /// libcurl's last word of a hop of which there is still something to decode.
  var endedWith: CURLcode?
  /// Whether we ended the hop ourselves, having seen all we need.
  var isCutShort = false

  // The whole transfer.
  @exclusivity(unchecked) var hops: [Hop] = []
  var head: ResponseHead?
  var body: (any BodySink)?
  /// Bytes of the body so far, as they are kept.
  var bodyCount = 0
  /// The wishes of the stream of events for its next connection; nil for one that is not asked for again.
  @exclusivity(unchecked) var eventStream: EventStreamEnd?
  /// The plan of the download, if the body goes to a file.
  var download: DownloadPlan?
  /// The same request once more, because of the response to this one.
  var again: TransportRequest?
  /// Our own reason to end, which libcurl then reports as an error of a callback.
  var failure: TransportError?
  @exclusivity(unchecked) var wire: WireRecorder?
  let counts = LiveProgress()
  /// Nil where nothing is told between head and end.
  @exclusivity(unchecked) var meter: ProgressMeter?
  /// Whether the time-out counts anew from every byte.
  let isTimedByBytes: Bool
  /// Whether a body, of the request or the response, moved in more than one piece.
  var isInPieces = false

  init(
    _ request: TransportRequest, on loop: CurlLoop, of transport: CurlTransport, settings: CurlSettings,
    handler: @escaping @Sendable (TransportEvent) -> Void
  ) {
    hop = request
    self.loop = loop
    self.transport = transport
    self.settings = settings
    self.handler = handler
    deadline = Deadline(in: request.options.timeout, from: startedAt)
    if request.recordsAnything { wire = WireRecorder(ofHeads: !request.options.recordsWire) }
    isTimedByBytes = request.isStreamed && !request.options.limitsWholeTransfers
    meter = Self.meter(for: request, from: startedAt)
  }

  func cancel() {
    loop.post(.cancel(self))
  }

  func pause() {
    loop.post(.pause(self))
  }

  func resume() {
    loop.post(.resume(self))
  }
}
