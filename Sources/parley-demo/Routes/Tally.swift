import Cryptography
import FoundationEssentials

/// Counts and hashes data while it comes.
struct Tally {
  private var size = 0
  private var digest = MessageDigest(.sha256)

  mutating func add(_ data: some DataProtocol) {
    size += data.count
    for region in data.regions { region.withUnsafeBytes { digest.add($0) } }
  }

  var members: [JSON.Member] {
    [
      JSON.Member(name: "size", value: JSON(size)),
      JSON.Member(name: "sha256", value: .string(hexadecimal(digest.sum))),
    ]
  }
}
