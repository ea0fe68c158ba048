/// Makes other inputs of inputs that make sense.
enum Mutation {
  static func of(_ seed: [UInt8], _ trial: Trial) -> [UInt8] {
    var bytes = seed
    for _ in 0...trial.size(upTo: 12) { change(&bytes, trial) }
    return Array(bytes.prefix(1 << 20))
  }

  private static func change(_ bytes: inout [UInt8], _ trial: Trial) {
    let place = trial.int(0..<bytes.count + 1)
    let end = min(bytes.count, place + 1 + trial.size(upTo: 64))
    switch trial.int(0..<8) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << trial.int(0..<8)
    case 1 where place < bytes.count: bytes[place] = trial.pick(Self.remarkable)
    case 2: bytes.insert(contentsOf: trial.bytes(trial.int(1..<5)), at: place)
    case 3: bytes.insert(contentsOf: trial.pick(Self.words), at: place)
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: trial.int(0..<bytes.count + 1))
    case 6: bytes.insert(contentsOf: repeated(bytes[place..<end], trial), at: place)
    default: bytes.insert(trial.pick(Self.remarkable), at: place)
    }
  }

  private static func repeated(_ piece: ArraySlice<UInt8>, _ trial: Trial) -> [UInt8] {
    (0..<trial.size(upTo: 2000)).flatMap { _ in piece }
  }

  private static let remarkable =
    Array("\0\t\n\r \u{1B}\"'\\{}[]()<>,;:=-+.~#&*!|%@`$^/?_0919aeEZ".utf8) + [0x7F, 0x80, 0xC3, 0xE2, 0xFF]

  private static let words = [
    "{{", "}}", "\\u0000", "\\ud800", "\r\n", "\n\n", "--- ", "...", "<<: *a", "&a ", "*a", "!!binary ", "| ", ">-\n  ",
    "1e999", "-0", "99999999999999999999", "\u{FEFF}", "é", "e\u{301}", "日本", "$'\\x41'", "--data-raw ", "-F a=@b ",
    "Content-Length: ", "Set-Cookie: ", "; Domain=", "; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "; Max-Age=-1",
    "HTTP/1.1 200 OK\r\n", "shared.", "steps.a[0]", "secret(\"", "null", "true", "0x", "\u{202E}", "\u{1F600}",
  ].map { Array($0.utf8) }
}
