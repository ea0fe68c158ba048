import Testing

@testable import WorkbenchState

@Suite("Names that a person types for a request", .timeLimit(.minutes(2)))
struct NameTests {
  @Test(
    "blanks around and the file's suffix are taken off",
    arguments: [("user/login", "user/login"), (" a ", "a"), ("b.yaml", "b"), ("名前/é", "名前/é")])
  func accepted(_ text: String, _ id: String) {
    #expect(ListedFile(.request, typed: text)?.name == id)
  }

  @Test(
    "what would leave the folder, hide the file or be no file is refused",
    arguments: [
      "", "/etc/passwd", "../up", "a//b", "a/", ".hidden", "a/.b", "user/folder", "a\u{1B}b", "a\\b", ".",
      "item/lang{{locale}}", "{{a}}",
    ])
  func refused(_ text: String) {
    #expect(ListedFile(.request, typed: text) == nil)
  }
}
