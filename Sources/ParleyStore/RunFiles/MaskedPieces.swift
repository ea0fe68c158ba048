import ParleyEngine

/// The bytes of a body in pieces, with the secrets in them masked. Only a piece is in memory, and a secret that two pieces share is
/// found too.
struct MaskedPieces {
  private static let chunkSize = 256 * 1024
  /// How many bytes a byte of a secret may take: `\u0041`, `%2F`.
  private static let longestByte = 6

  private let body: any ByteSource
  /// Looked for as in foreign text.
  private let secrets: Secrets
  /// Known to stand there, and so looked for whatever their length.
  private let own: Secrets
  /// Bytes in which a secret may begin whose end has not come yet.
  private let overlap: Int
  private var offset = 0
  private var waiting: [UInt8] = []
  /// Whether something was masked so far.
  private(set) var hasMasked = false

  /// - Parameter own: the secrets that the body was made with, where it is that of a request.
  init(_ body: any ByteSource, hiding secrets: Secrets, own: Secrets = Secrets()) {
    (self.body, self.secrets, self.own) = (body, secrets, own)
    let longest = max(secrets.longest, own.longest)
    overlap = longest == 0 ? 0 : longest * Self.longestByte + Self.longestByte
  }

  /// The next piece; nil at the end.
  mutating func next() throws -> [UInt8]? {
    while true {
      let bytes = try body.read(at: offset, count: Self.chunkSize)
      offset += bytes.count
      waiting += bytes
      if bytes.isEmpty {
        guard !waiting.isEmpty else { return nil }
        return take(upTo: waiting.count)
      }
      if waiting.count > overlap { return take(upTo: waiting.count - overlap) }
    }
  }

  private mutating func take(upTo limit: Int) -> [UInt8] {
    var (masked, end) = ([UInt8](), 0)
    for place in places where place.lowerBound < limit && place.upperBound > end {
      // What overlaps with what is masked already is masked beside it.
      masked += waiting[end..<max(end, place.lowerBound)] + Array(Secrets.mask.utf8)
      end = place.upperBound
      hasMasked = true
    }
    if end < limit {
      masked += waiting[end..<limit]
      end = limit
    }
    waiting.removeFirst(end)
    return masked
  }

  private var places: [Range<Int>] {
    let sought = secrets.foreignPlaces(in: waiting)
    guard !own.isEmpty else { return sought }
    return (sought + own.places(in: waiting, isForeign: false)).sorted { $0.lowerBound < $1.lowerBound }
  }
}
