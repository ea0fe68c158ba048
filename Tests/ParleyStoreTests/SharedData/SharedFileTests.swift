import Glibc
import ParleyEngine
import SystemCalls
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Shared keys in files", .timeLimit(.minutes(2)))
struct SharedFileTests {
  private static let file = SharedFile(
    environment: "local",
    entries: [
      .init("token", "s3cret", isSecret: true, expires: Timestamp(microseconds: 1_900_000_000_123_000)),
      .init("cart", .json(["items": [1, 2.50]])), .init("logo", .bytes([0, 255, 1])), .init("name", "Ada \u{1F98A}\n"),
    ])

  @Test("What was written is read again, secrets by their passphrase alone")
  func roundTrip() throws {
    let bytes = try Self.file.bytes(.sealed(passphrase: "p", cost: 1))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret"))
    let reader = try SharedFileReader(bytes, at: "f.json")
    #expect(reader.isSealed)
    #expect(throws: SharedFileError.self) { try reader.file(passphrase: "q") }
    var expected = Self.file
    expected.entries.sort { $0.name < $1.name }
    #expect(try reader.file(passphrase: "p") == expected)
  }

  @Test("Into a pipe it is written as into a file, and the pipe stays")
  func pipe() throws {
    let folder = try TemporaryDirectory()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let file = try OpenFile(folder.path("file"), O_RDWR | O_CREAT)
    let descriptor = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    try Self.file.write(to: folder.path("pipe"), .revealed)
    try Self.file.write(to: "/dev/fd/\(file.descriptor)", .revealed)
    let expected = try Self.file.bytes(.revealed)
    var bytes = [UInt8](repeating: 0, count: expected.count + 1)
    #expect(read(descriptor, &bytes, bytes.count) == expected.count && bytes.prefix(expected.count) == expected[...])
    #expect(try folder.read("file") == expected)
    #expect(StreamPlace.isOne(folder.path("pipe")))
  }

  @Test("In clear it needs no passphrase, and neither does a file without secrets")
  func inClear() throws {
    let revealed = try SharedFileReader(try Self.file.bytes(.revealed), at: "f.json")
    #expect(!revealed.isSealed)
    #expect(try revealed.file().entries.first { $0.name == "token" }?.value == "s3cret")
    let plain = SharedFile(environment: nil, entries: [.init("a", "1")])
    #expect(try !SharedFileReader(try plain.bytes(.sealed(passphrase: "p", cost: 1)), at: "f.json").isSealed)
  }

  @Test("No number that a file says of its seal ends the program, and none but its own opens it")
  func forgedCosts() throws {
    let file = try JSONValue(parsing: Self.file.bytes(.sealed(passphrase: "p", cost: 1)))
    let head = try #require(file["sealed"])
    for forged in ForgedNumbers.variants(of: head)
      + [2, 1023, 1 << 20, 1 << 62].map({ cost in
        var other = head
        other["cost"] = .number(JSONNumber(cost))
        return other
      })
    {
      var other = file
      other["sealed"] = forged
      let reader = try SharedFileReader(JSONPrinter.compact.bytes(of: other), at: "f.json")
      let error = #expect(throws: SharedFileError.self) { try reader.file(passphrase: "p") }
      #expect(error?.kind == .invalid)
    }
  }

  @Test("A sealed value opens under no other key, type or expiry")
  func moved() throws {
    let text = String(decoding: try Self.file.bytes(.sealed(passphrase: "p", cost: 1)), as: UTF8.self)
    for (from, to) in [
      ("\"token\"", "\"other\""), ("\"type\": \"text\",\n      \"secret\"", "\"type\": \"bytes\",\n      \"secret\""),
      ("2030-03-17", "2031-03-17"),
    ] {
      #expect(text.contains(from))
      let reader = try SharedFileReader(Array(text.replacing(from, with: to).utf8), at: "f.json")
      let error = #expect(throws: SharedFileError.self) { try reader.file(passphrase: "p") }
      #expect(error?.kind == .invalid && error?.place?.hasPrefix("f.json:") == true)
    }
  }

  @Test("An object of another program is read as names and values")
  func foreign() throws {
    let reader = try SharedFileReader(Array(#"{"a": "x", "b": {"c": 1}, "d": null}"#.utf8), at: "f.json")
    #expect(try reader.file().entries == [.init("a", "x"), .init("b", .json(["c": 1])), .init("d", .json(.null))])
  }

  @Test(
    "What cannot be taken is refused with its line and column",
    arguments: [
      ("{\n  \"a\": 1,\n}", "f.json:3:1"), ("[1]", "f.json:1:1"),
      (
        "{\"parley\": \"shared\", \"version\": 1,\n \"keys\": {\n  \"é\": {}, \"b\": {\"type\": \"nothing\"}}}",
        "f.json:3:8"
      ),
      ("{\"parley\": \"shared\", \"keys\": {\n\"b\": {\"type\": \"text\", \"value\": 5}}}", "f.json:2:32"),
      ("{\"parley\": \"shared\", \"keys\": {\n\"b\": {\"type\": \"bytes\", \"value\": \"=\"}}}", "f.json:2:33"),
      (
        "{\"parley\": \"shared\", \"keys\": {\n\"b\": {\"type\": \"text\", \"value\": \"\", \"expires\": 1}}}",
        "f.json:2:47"
      ),
      ("{\"parley\": \"shared\"}", "f.json:1:1"), ("{\"\": 1}", "f.json:1:6"),
    ])
  func refuses(text: String, place: String) throws {
    let error = #expect(throws: SharedFileError.self) { try SharedFileReader(Array(text.utf8), at: "f.json").file() }
    #expect(error?.place == place && error?.kind == .invalid)
  }

  @Test("A newer version is refused politely")
  func newer() throws {
    let error = #expect(throws: SharedFileError.self) {
      try SharedFileReader(Array(#"{"parley": "shared", "version": 9, "keys": {}}"#.utf8), at: "f.json")
    }
    #expect(error?.kind == .newerVersion)
  }
}
