/// Takes one content coding (RFC 9110 §8.4.1) off a body, piece by piece. Belongs to one thread at a time.
protocol ContentDecoder: AnyObject {
  /// Reads from `input` and writes to `output`, as much as either allows.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep

  /// Whether what was read so far is a whole; false before the first byte.
  var isAtEnd: Bool { get }
}

/// How far one step came, in bytes.
struct DecodingStep: Equatable {
  var read = 0
  var written = 0
}

enum DecodingFailure: Error, Equatable {
  /// The bytes are not what the header says they are.
  case damaged
  case noMemory
  /// More codings than anybody needs.
  case tooMany
}

/// The codings that can be taken off here.
enum ContentCoding: String, CaseIterable {
  case deflate, gzip, br, zstd

  /// Those that this machine's libcurl brings along, as `Accept-Encoding` asks for them.
  static let accepted = allCases.filter(\.isKnown).map(\.rawValue).joined(separator: ", ")

  /// By the name in `Content-Encoding`, in lower case; nil for one that cannot be taken off here.
  init?(name: String) {
    guard let coding = Self(rawValue: name == "x-gzip" ? "gzip" : name), coding.isKnown else { return nil }
    self = coding
  }

  private var isKnown: Bool {
    switch self {
    case .deflate, .gzip: true
    case .br: BrotliDecoder.library != nil
    case .zstd: ZstdDecoder.library != nil
    }
  }

  var decoder: (any ContentDecoder)? {
    switch self {
    case .deflate: ZlibDecoder(isGzip: false)
    case .gzip: ZlibDecoder(isGzip: true)
    case .br: BrotliDecoder()
    case .zstd: ZstdDecoder()
    }
  }
}

extension SpecialOptions {
  /// The codings that `Accept-Encoding` asks for; nil where it is not sent. An empty text stands for all that can be decoded.
  var acceptedCodings: String? {
    let wanted = acceptEncoding ?? (decompresses ? "" : nil)
    return wanted == "" ? ContentCoding.accepted : wanted
  }
}

extension TransferOptions {
  /// The codings that `Accept-Encoding` asks for; nil where it is not sent.
  package var acceptedCodings: String? { (special ?? .standard).value.acceptedCodings }
}

/// Stands in for a decoder that there cannot be: a body without a byte needs none.
final class MissingDecoder: ContentDecoder {
  private let failure: DecodingFailure
  let isAtEnd = false

  init(_ failure: DecodingFailure) {
    self.failure = failure
  }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    throw failure
  }
}
