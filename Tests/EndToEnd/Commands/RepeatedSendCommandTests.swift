import ParleyEngine
import TestSupport
import Testing

@Suite("parley send -n", .timeLimit(.minutes(2)))
struct RepeatedSendCommandTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
    try shop.write("url: /hello\nquery: { id: '{{uuid()}}' }\n", to: "requests/hello.yaml")
    try shop.write("url: /hello\nexpect: { status: 204 }\n", to: "requests/wrong.yaml")
  }

  @Test("reports statuses, percentiles and a histogram, and keeps each exchange")
  func report() async throws {
    let run = try await shop.run("send", "hello", "-n", "20", "-c", "4")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText.hasPrefix("20 responses to 20 sends in ") && run.outputText.contains(", 4 at once\n"))
    #expect(
      run.outputText.contains("\n  20  200\n") && run.outputText.contains("median ") && run.outputText.contains("█"))
    let history = try await shop.run("history", "list", "--json")
    #expect(try JSONValue(parsing: Array(history.outputText.utf8)).array?.count == 20)
  }

  @Test("--json has the same in milliseconds")
  func json() async throws {
    let run = try await shop.run("send", "hello", "-n", "5", "--json")
    let report = try JSONValue(parsing: Array(run.outputText.utf8))
    #expect(report["statuses"]?["200"] == 5 && report["responses"] == 5 && report["atOnce"] == 1)
    #expect(report["duration"]?["p95"] != nil && report["duration"]?["histogram"]?.array?.isEmpty == false)
  }

  @Test("what was not expected makes it exit 1, and what makes no sense 2")
  func failing() async throws {
    let wrong = try await shop.run("send", "wrong", "-n", "3")
    #expect(wrong.status == 1 && wrong.outputText.contains("3  not as expected"))
    let zero = try await shop.run("send", "hello", "-n", "0")
    #expect(zero.status == 2 && zero.errorText.contains("-n takes a number from 1 to"))
    let alone = try await shop.run("send", "hello", "-c", "4")
    #expect(alone.status == 2 && alone.errorText.contains("-c needs -n"))
  }
}
