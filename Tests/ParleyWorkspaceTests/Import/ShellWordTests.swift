import ParleyText
import Testing

@Suite("A word of a command", .timeLimit(.minutes(1)))
struct ShellWordTests {
  @Test("grows where it is: a copy for each letter would take ten seconds for half a megabyte")
  func inPlace() throws {
    var text = "a"
    text.reserveCapacity(1 << 16)
    var word: String? = text
    text = ""
    let place = Self.place(of: &word)
    for _ in 0..<10_000 { word.extend(with: "b") }
    #expect(word?.utf8.count == 10_001)
    #expect(Self.place(of: &word) == place)
  }

  /// Where its bytes are.
  private static func place(of word: inout String?) -> UnsafePointer<UInt8>? {
    word?.withUTF8 { $0.baseAddress }
  }

  @Test("begins with its first letter, and may be empty")
  func beginning() {
    var word: String?
    word.extend(with: "")
    #expect(word == "")
    word.extend(with: "ab")
    #expect(word == "ab")
  }
}
