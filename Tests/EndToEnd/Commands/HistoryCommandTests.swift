import ParleyEngine
import TestSupport
import Testing

@Suite("parley history", .timeLimit(.minutes(2)))
struct HistoryCommandTests {
  private let shop: ShopUnderTest

  init() throws {
    shop = try ShopUnderTest(ParleyProgram())
  }

  @Test("it lists what was sent, newest first, narrowed by words and fields")
  func list() async throws {
    for name in ["one", "two", "three"] { #expect(try await shop.run("send", name).status == 0) }
    let all = try JSONValue(parsing: try await shop.run("history", "list", "--json").output)
    #expect(all.array?.compactMap { $0["name"]?.string } == ["three", "two", "one"])
    let found = try await shop.run("history", "list", "--filter", #"status:200 "n\":2""#.replacing("\\", with: ""))
    #expect(found.status == 0, "\(found.errorText)")
    let named = try await shop.run("history", "list", "--filter", "name:two since:1h")
    #expect(named.outputText.contains("/two") && !named.outputText.contains("/three"))
    let wrong = try await shop.run("history", "list", "--filter", "status>=many")
    #expect(wrong.status == 2 && wrong.errorText.contains("wants a number"))
  }

  @Test("it shows an exchange by number or as the last one, and says how numbers are found")
  func show() async throws {
    #expect(try await shop.run("send", "one").status == 0)
    let shown = try await shop.run("history", "show", "last").outputText
    #expect(shown.contains("> GET \(shop.server.url)/one") && shown.contains("< 200") && shown.contains(#""n": 1"#))
    let json = try JSONValue(parsing: try await shop.run("history", "show", "1", "--json").output)
    #expect(json["response"]?["body"]?["n"] == 1 && json["name"] == "one")
    let unknown = try await shop.run("history", "show", "77")
    #expect(unknown.status == 2 && unknown.errorText.contains("`parley history list`"))
  }

  @Test("a small response that was saved to a file is kept too: it is shown, and found by its words")
  func saved() async throws {
    let file = shop.folder + "/out.json"
    let sent = try await shop.run("send", "\(shop.server.url)/one", "-o", file)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(try await shop.run("history", "show", "last").outputText.contains(#""n": 1"#))
    let found = try await shop.run("history", "list", "--filter", #""n":1"#)
    #expect(found.outputText.contains("/one"), "\(found.outputText)\(found.errorText)")
    #expect(!found.errorText.contains("too large"))
  }

  @Test("exchanges are pinned and deleted by name, and by a filter, which leaves pinned ones")
  func changes() async throws {
    for name in ["one", "two", "three"] { #expect(try await shop.run("send", name).status == 0) }
    #expect(try await shop.run("history", "pin", "1").errorText == "Pinned 1 exchange.\n")
    #expect(try await shop.run("history", "delete", "last").errorText == "Deleted 1 exchange.\n")
    #expect(try await names() == ["two", "one"])
    let all = try await shop.run("history", "delete", "--filter", "status:200", "--json")
    #expect(try JSONValue(parsing: all.output)["deleted"] == 1)
    #expect(try await names() == ["one"])
    #expect(try await shop.run("history", "pin", "1", "--off").status == 0)
    #expect(try await shop.run("history", "delete", "--filter", "status:200").status == 0)
    #expect(try await names() == [])
    #expect(try await shop.run("history", "delete").status == 2)
    #expect(try await shop.run("history", "delete", "last", "--filter", "one").status == 2)
    #expect(try await shop.run("history", "delete", "--filter", "").status == 2)
  }

  @Test("a filter pins all that it finds, and nothing is deleted at a terminal without a yes")
  func byFilter() async throws {
    for name in ["one", "two", "three"] { #expect(try await shop.run("send", name).status == 0) }
    #expect(try await shop.run("history", "pin", "--filter", "name:two").errorText == "Pinned 1 exchange.\n")
    #expect(try await shop.run("history", "pin", "--filter", "").status == 2)
    #expect(try await shop.run("history", "pin").status == 2)
    let kept = try await deleted(saying: "n")
    #expect(kept.contains("Delete 2 exchanges for good? [yes/N]") && kept.contains("Nothing was deleted."), "\(kept)")
    #expect(try await names() == ["three", "two", "one"])
    let gone = try await deleted(saying: "yes")
    #expect(gone.contains("Deleted 2 exchanges."), "\(gone)")
    #expect(try await names() == ["two"])
    #expect(
      try await shop.run("history", "pin", "--off", "--filter", "is:pinned").errorText == "Unpinned 1 exchange.\n")
    #expect(try await deleted("--yes").contains("Deleted 1 exchange."))
    #expect(try await names() == [])
  }

  /// The text that a terminal shows of the command that deletes all.
  private func deleted(_ options: String..., saying answer: String? = nil) async throws -> String {
    let terminal = try shop.open(["history", "delete", "--filter", "status:200"] + options)
    return try await blocking {
      if let answer {
        #expect(terminal.wait { String(decoding: $0, as: UTF8.self).contains("[yes/N]: ") })
        terminal.type(Array("\(answer)\r".utf8))
      }
      _ = terminal.waitForExit(.seconds(60))
      return String(decoding: terminal.output, as: UTF8.self)
    }
  }

  private func names() async throws -> [String?] {
    try JSONValue(parsing: try await shop.run("history", "list", "--json").output).array?.map { $0["name"]?.string }
      ?? []
  }
}
