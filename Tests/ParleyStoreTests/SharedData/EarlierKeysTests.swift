import ParleyEngine
import Testing

@testable import ParleyStore

/// What a store holds that was written when another library did the encryption (0.1).
@Suite("Stores of earlier versions still open", .timeLimit(.minutes(1)))
struct EarlierKeysTests {
  private let wrapped = WrappedKey(
    name: "vault", version: 1, kind: .passphrase, salt: bytes("5d436147c03d251e866a04a0244e196e"), cost: 131_072,
    verifier: bytes("0da97f021a437ab90a45ae7617894bf5"),
    wrapped: bytes(
      "d90489b3f98b116885ee39147bc5ac1e3660d257066a13660e731b84682cb859"
        + "51fc3c022c47bfa58a6065338557403164a951c1ddd58fdf80094604"))

  @Test("a key that a passphrase wraps, and a value that it sealed")
  func cipher() throws {
    #expect(wrapped.checksum == bytes("6f8f3e14cb091dcab1210ec0e951a55daccf3a0fb0d77c3f7f75b42e3256bb37"))
    let key = try wrapped.opened(by: .passphrase("open sesame"))
    let seal = Ciphertext.Seal(keyName: "cipher vault", keyVersion: 1, nonce: bytes("a6e049c85197f8ece4baf2d5"))
    let kept = Ciphertext(
      bytes(
        "015119b8a4d5e70a19d74a25186ffcd0e04b439c0cff6bbecbe744c8feab65a8670abd736fd3afd28e9b"), seal: seal)
    #expect(try key.open(kept, of: SharedKey("locked")) == Array("kept by the library before".utf8))
  }

  @Test("the machine's key is known again by its fingerprint")
  func machine() {
    let key = bytes("85b4e7505e784738e6dd9d3d81a4fc2c97a9eeef7cbf062ae4d2d10abfba17de")
    #expect(
      AESSealer(keyName: "machine", key: key).fingerprint == bytes("50ec82ad9b1f2618f61cfd1ae5b07d24"))
  }
}

private func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
