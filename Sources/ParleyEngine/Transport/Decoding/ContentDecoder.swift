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
  /// Nobody here knows that coding.
  case unknown(String)
  case noMemory
}

/// The codings that can be taken off here.
enum ContentCoding: String, CaseIterable {
  case deflate, gzip, br, zstd

  /// Those that this machine's libcurl brings along, as `Accept-Encoding` asks for them.
  static let accepted = allCases.filter(\.isKnown).map(\.rawValue).joined(separator: ", ")

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

/// Stands in for a coding that is not known: a body without a byte needs no decoder.
final class UnknownDecoder: ContentDecoder {
  private let name: String
  let isAtEnd = false

  init(_ name: String) {
    self.name = name
  }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    throw .unknown(name)
  }
}
