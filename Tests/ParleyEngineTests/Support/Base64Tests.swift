import ParleyEngine
import Testing

@Suite("Base64", .timeLimit(.minutes(2)))
struct Base64Tests {
  @Test(
    "pads to four characters",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func padding(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }
}
