import Crypto
import FoundationEssentials

/// Counts and hashes data while it comes.
struct Tally {
  private var size = 0
  private var hash = SHA256()

  mutating func add(_ data: some DataProtocol) {
    size += data.count
    hash.update(data: data)
  }

  var members: [JSON.Member] {
    [
      JSON.Member(name: "size", value: JSON(size)),
      JSON.Member(name: "sha256", value: .string(hexadecimal(hash.finalize()))),
    ]
  }
}
