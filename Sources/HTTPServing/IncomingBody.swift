import HTTPTypes

/// Takes the body of a request piece by piece while it comes, so that it may be of any length.
package protocol BodyTaker: Sendable {
  /// Called on the thread that looks after all connections: for what is done at once.
  mutating func take(_ piece: ArraySlice<UInt8>)
}

/// The body of a request that is coming: kept, or taken by somebody.
struct IncomingBody {
  private(set) var kept: [UInt8] = []
  private(set) var taker: (any BodyTaker)?
  /// The number of bytes that have come.
  private(set) var count = 0
  private let limits: ServingLimits

  init(_ limits: ServingLimits, _ taker: (any BodyTaker)? = nil) { (self.limits, self.taker) = (limits, taker) }

  /// - Throws: if so many more bytes are too many to be kept.
  func makeRoom(for size: Int) throws(ServingMistake) {
    guard taker != nil || size <= limits.body - count else { throw .tooLarge(limits) }
  }

  mutating func add(_ piece: ArraySlice<UInt8>) {
    count += piece.count
    if taker != nil { taker?.take(piece) } else { kept += piece }
  }
}

extension ServingMistake {
  static func tooLarge(_ limits: ServingLimits) -> ServingMistake {
    ServingMistake(.contentTooLarge, "The body is larger than \(limits.body >> 20) MB.")
  }
}
