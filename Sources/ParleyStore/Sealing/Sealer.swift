import ParleyEngine

/// Seals values for the disk and opens them again. Beside every sealed value stands the name of the key that did it.
protocol Sealer: Sendable {
  /// As the key columns have it.
  var keyName: String { get }
  /// Tells keys apart without telling anything of the key.
  var fingerprint: [UInt8] { get }

  /// The same for the same bytes, and nothing that anybody without the key could find them by.
  func digest(of bytes: [UInt8]) -> [UInt8]

  func seal(_ plain: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8]

  /// - Throws: `.damaged` when the value was changed, cut, sealed with another key or belongs to another place.
  func open(_ sealed: [UInt8], at place: SealedPlace) throws(RepositoryError) -> [UInt8]
}
