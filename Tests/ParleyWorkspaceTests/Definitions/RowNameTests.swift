import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Names of rows in a file", .timeLimit(.minutes(1)))
struct RowNameTests {
  @Test(
    "a row that is on or off keeps its name, whatever that begins with",
    arguments: [
      ("debug", true, "debug"), ("debug", false, "~debug"), ("~F", true, #"\~F"#), ("~F", false, #"~\~F"#),
      (#"\~F"#, true, #"\\~F"#), (#"\F"#, true, #"\F"#), ("", false, "~"),
    ])
  func names(name: String, isOn: Bool, written: String) {
    #expect(RowName(name, isOn: isOn).written == written)
    let read = RowName(written)
    #expect(read.text == name && read.isOn == isOn)
  }
}
