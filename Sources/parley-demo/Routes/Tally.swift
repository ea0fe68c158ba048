import Cryptography
import ParleyEngine

/// Counts and hashes data while it comes.
struct Tally {
  private var size = 0
  private var digest = MessageDigest(.sha256)

  mutating func add(_ data: ArraySlice<UInt8>) {
    size += data.count
    data.withUnsafeBytes { digest.add($0) }
  }

  var members: [(String, JSONValue)] { [("size", JSONValue(size)), ("sha256", .string(digest.sum.hexadecimal))] }
}
