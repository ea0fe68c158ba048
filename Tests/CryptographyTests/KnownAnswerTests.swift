import Testing

@testable import Cryptography

/// What the standards print for their own examples.
@Suite("Known answers of the standards", .timeLimit(.minutes(1)))
struct KnownAnswerTests {
  @Test(
    "SHA-256, FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func sha256(text: String, hexadecimal: String) {
    #expect(MessageDigest.sha256(text.utf8) == bytes(hexadecimal))
  }

  @Test(
    "MD5, RFC 1321",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
      (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
  func md5(text: String, hexadecimal: String) {
    #expect(MessageDigest.sum(of: text.utf8, .md5) == bytes(hexadecimal))
  }

  @Test("a digest is the same in pieces, and goes on after it was asked for")
  func pieces() {
    var digest = MessageDigest(.sha256)
    for byte in "message".utf8 { withUnsafeBytes(of: byte) { digest.add($0) } }
    let copy = digest
    #expect(digest.sum == MessageDigest.sha256("message".utf8))
    " digest".withCString { digest.add(UnsafeRawBufferPointer(start: $0, count: 7)) }
    #expect(digest.sum == MessageDigest.sha256("message digest".utf8))
    #expect(copy.sum == MessageDigest.sha256("message".utf8))
  }

  @Test("HMAC-SHA-256, RFC 4231: a short key, and one longer than a block; and without a key")
  func hmac() {
    let short = AuthenticationKey(Array("Jefe".utf8), prefix: Array("what do ya ".utf8))
    let code = bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(short.code(for: "want for nothing?".utf8) == code)
    #expect(short.code(for: "want for nothing?".utf8) == code)
    let long = AuthenticationKey([UInt8](repeating: 0xaa, count: 131))
    #expect(
      long.code(for: "Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        == bytes("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    #expect(
      AuthenticationKey([]).code(for: [])
        == bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }

  @Test("HKDF, RFC 5869: with salt and purpose, and without")
  func hkdf() {
    let material = [UInt8](repeating: 0x0b, count: 22)
    #expect(
      KeyDerivation.hkdf(material, salt: Array(0...12), info: Array(0xf0...0xf9), count: 42)
        == bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    #expect(
      KeyDerivation.hkdf(material, salt: [], count: 42)
        == bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
  }

  @Test("scrypt, RFC 7914: without words, and with many blocks at once")
  func scrypt() throws {
    #expect(
      try KeyDerivation.scrypt([], salt: [], cost: 16, blockSize: 1, parallelism: 1, count: 64)
        == bytes(
          "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
            + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"))
    let (password, salt) = (Array("password".utf8), Array("NaCl".utf8))
    #expect(
      try KeyDerivation.scrypt(password, salt: salt, cost: 1024, blockSize: 8, parallelism: 16, count: 64)
        == bytes(
          "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
            + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"))
    #expect(throws: CryptographyError.self) {
      try KeyDerivation.scrypt([], salt: [], cost: 17, blockSize: 1, parallelism: 1, count: 64)
    }
  }

  @Test("AES-256-GCM, test cases 13, 14 and 16 of its specification")
  func gcm() throws {
    let (zeros, none) = (SealingKey([UInt8](repeating: 0, count: 32)), [UInt8](repeating: 0, count: 12))
    #expect(try zeros.seal([], authenticating: [], nonce: none) == none + bytes("530f8afbc74536b9a963b4f1c4cb738b"))
    #expect(
      try zeros.seal([UInt8](repeating: 0, count: 16), authenticating: [], nonce: none)
        == none + bytes("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"))
    let key = SealingKey(bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    let nonce = bytes("cafebabefacedbaddecaf888")
    let data = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    let plain = bytes(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
    let sealed =
      nonce
      + bytes(
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
          + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b")
    #expect(try key.seal(plain, authenticating: data, nonce: nonce) == sealed)
    #expect(try key.open(sealed, authenticating: data) == plain)
  }
}

/// The bytes of hexadecimal digits.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
