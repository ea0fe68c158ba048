import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Completing what is typed", .timeLimit(.minutes(2))) struct CompletionTests {
  private static let vocabulary = RequestVocabulary([
    .init(
      "user/login", RequestDraft(method: "POST", url: "/login", body: .form([DraftRow("email", "ada@example.com")]))),
    .init(
      "user/read",
      RequestDraft(url: "/users/:id?fields=name", path: [DraftRow("id", "7")], headers: [DraftRow("X-Shop", "north")])),
    .init("item/page", RequestDraft(url: "/items", query: [DraftRow("page", "1"), DraftRow("size", "20")])),
  ])

  private func test(
    _ draft: RequestDraft = RequestDraft(url: "/a"), names: [TemplateName] = [], width: Int = 78
  ) throws -> ComposerUnderTest {
    try ComposerUnderTest(draft, preview: Preview(names: names), width: width)
  }

  /// The choices in the order of the list.
  private func choices(_ test: ComposerUnderTest) -> [String] {
    test.composer.field?.completion?.choices.map(\.name) ?? []
  }

  @Test("Tab completes a header's name, and Enter takes over what was typed as it is")
  func headerNames() throws {
    var test = try test()
    test.apply(.show(.headers))
    try test.press("a", "'conten'")
    #expect(choices(test).contains("Content-Type"))
    #expect(test.picture.contains("type of the body"))
    // The value comes next, as after Enter.
    try test.press("'t-ty'", "Tab", "'a/b'", "Enter")
    #expect(test.composer.draft.headers.first == DraftRow("Content-Type", "a/b"))
    // Enter behind Tab leads there too.
    try test.press("a", "'accept-l'", "Tab", "Enter", "'de'", "Enter")
    #expect(test.composer.draft.headers.last == DraftRow("Accept-Language", "de"))
    try test.press("Esc", "a", "'X-Forwarded'", "Enter", "'me'", "Enter")
    #expect(test.composer.draft.headers.last == DraftRow("X-Forwarded", "me"))
  }

  @Test("a choice that was gone to is accepted by Enter, and the field stays open")
  func chosen() throws {
    var test = try test()
    test.apply(.show(.headers))
    try test.press("a", "'accept-'", "Down", "Down", "Enter")
    #expect(test.composer.field?.area.text == choices(try self.typed("accept-"))[1])
  }

  private func typed(_ text: String) throws -> ComposerUnderTest {
    var test = try test()
    test.apply(.show(.headers))
    try test.press("a", "'\(text)'")
    return test
  }

  @Test("a header's usual values are listed before anything is typed, and content types by a part of them")
  func headerValues() throws {
    var test = try test(RequestDraft(url: "/a", headers: [DraftRow("Accept", ""), DraftRow("Cache-Control", "")]))
    test.apply(.show(.headers))
    try test.press("Enter", "'json'")
    #expect(choices(test).first == "application/json")
    try test.press("Tab", "'; q=1, csv'", "Tab", "Enter")
    #expect(test.composer.draft.headers[0].value == "application/json; q=1, text/csv")
    try test.press("j", "Enter", "Down")
    #expect(choices(test).contains("no-store"))
  }

  @Test("the workspace's own headers and values come first")
  func workspaceHeaders() throws {
    var test = try test()
    test.apply(.show(.headers))
    try test.press("a")
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("'x-'")
    #expect(choices(test).first == "X-Shop")
    try test.press("Tab")
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("'n'", "Tab", "Enter")
    #expect(test.composer.draft.headers == [DraftRow("X-Shop", "north")])
  }

  @Test("the URL is completed with those of other requests, then with their parameters and values")
  func url() throws {
    var test = try test(RequestDraft(url: ""))
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("'it'")
    #expect(choices(test) == ["/items"])
    try test.press("Tab", "'?si'", "Tab")
    #expect(test.composer.field?.area.text == "/items?size=")
    #expect(choices(test) == ["20"])
    try test.press("Tab", "Enter")
    #expect(Parameters.url(of: test.composer.draft) == "/items?size=20")
  }

  @Test("a method is completed in front of the URL")
  func methodInURL() throws {
    var test = try test(RequestDraft(url: ""))
    try test.press("'PAT'", "Tab", "'/x'", "Enter")
    #expect(test.composer.draft.method == "PATCH" && test.composer.draft.url == "/x")
  }

  @Test("parameters, variables of the path and form fields are completed with what other requests have")
  func parameters() throws {
    let names = [TemplateName("shared.id", value: "7", source: "shared id ← user/login")]
    var test = try test(RequestDraft(url: "/users/:id"), names: names)
    test.apply(.show(.params))
    try test.press("Enter")
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("Down")
    #expect(choices(test) == ["{{shared.id}}", "7"])
    #expect(test.picture.contains("← shared id ← user/login"))
    try test.press("Esc", "Esc", "a")
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("'f'", "Tab", "Enter")
    test.apply(.completing(.learned(Self.vocabulary)))
    try test.press("Down", "Enter", "Enter")
    #expect(test.composer.draft.query == [DraftRow("fields", "name")])
    var form = try self.test(RequestDraft(method: "POST", url: "/b", body: .form([])))
    form.apply(.show(.body))
    try form.press("a")
    form.apply(.completing(.learned(Self.vocabulary)))
    try form.press("'e'", "Tab", "Enter")
    #expect(form.composer.draft.body == .form([DraftRow("email", "")]))
  }

  @Test("no piece of a line shows beside the list that lies over it")
  func cleared() throws {
    var frame = Frame(size: Size(width: 30, height: 4))
    for row in 0..<4 { frame.put(String(repeating: "x", count: 30), at: Point(x: 0, y: row), style: .text) }
    let list = try #require(Completion(of: "al", among: [Suggestion("alpha"), Suggestion("almond")]))
    list.draw(into: &frame, within: frame.bounds, below: Point(x: 10, y: 0))
    #expect(frame.lines[0].contains("xxx") && frame.lines[3].contains("xxx"))
    #expect(!frame.lines[1].contains("x") && !frame.lines[2].contains("x") && frame.text.contains("alpha"))
  }

  @Test("what comes to be known while a list is open keeps the choice one has gone to")
  func following() throws {
    var test = try test()
    test.apply(.show(.headers))
    try test.press("a", "'x-'", "Down", "Down")
    let chosen = test.composer.field?.completion?.choice.name
    test.apply(.completing(.learned(Self.vocabulary)))
    #expect(choices(test).first == "X-Shop")
    #expect(test.composer.field?.completion?.choice.name == chosen)
  }

  @Test("completions stay inside of a pane of 80 columns, and show what stands for a name")
  func narrow() throws {
    let names = [TemplateName("password", value: "••••", source: "environments/local.yaml:4")]
    var test = try test(names: names, width: 54)
    try test.press("i", "End", "'?p={{pass'")
    #expect(test.picture.contains("password  ••••  ← environments/local.yaml:4"))
  }
}

@Suite("Completing templates", .timeLimit(.minutes(2))) struct TemplateCompletionTests {
  private static let names = [
    TemplateName("email", value: "ada@example.com", source: "environments/local.yaml:3"),
    TemplateName("base64(name)", source: "Base64 of a value's bytes."),
    TemplateName("response(\"request\").path", source: "A value from the last response of a request."),
    TemplateName("uuid()", source: "A new random UUID."),
  ]

  private func test() throws -> ComposerUnderTest {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"), preview: Preview(names: Self.names))
    try test.press("i", "End")
    test.apply(.completing(.learned(RequestVocabulary([.init("user/login", RequestDraft(url: "/login"))]))))
    return test
  }

  @Test("a function that takes something leaves the cursor where that is typed")
  func functions() throws {
    var test = try test()
    try test.press("'?t={{uu'", "Enter", "'&b={{base'", "Enter", "'ema'", "Enter", "'&x'", "Enter")
    #expect(Parameters.url(of: test.composer.draft) == "/a?t={{uuid()}}&b={{base64(email)}}&x")
  }

  @Test("a response is completed in three steps: function, request, and the path with the last value")
  func response() throws {
    var test = try test()
    try test.press("'?t={{resp'", "Enter")
    #expect(test.composer.field?.completion?.choices.map(\.name) == ["user/login"])
    try test.press("Enter")
    #expect(test.composer.field?.area.text == "/a?t={{response(\"user/login\").}}")
    let asked = test.effects.compactMap { effect in
      if case .perform(let effect as ResponsePathsEffect) = effect { effect.request } else { nil }
    }
    #expect(asked == ["user/login"])
    test.apply(
      .completing(.learnedResponse("user/login", [TemplateName(".token", value: "t-1", source: "last response")])))
    #expect(test.picture.contains(".token  t-1  ← last response"))
    try test.press("'to'", "Enter", "Enter")
    #expect(Parameters.url(of: test.composer.draft) == "/a?t={{response(\"user/login\").token}}")
  }

  @Test("nothing is listed where no template is open")
  func closed() {
    #expect(OpenTemplate(before: "{{email}} and") == nil)
    #expect(OpenTemplate(before: "{{secret(\"a b") == nil)
    #expect(OpenTemplate(before: "{{a}} {{ e")?.typed == "e")
  }
}

@Suite("Sending what is displayed", .timeLimit(.minutes(2))) struct DisplayedSendingTests {
  private let services = FakeServices()

  private var sent: [RequestDraft] { services.snapshot.intents.map(\.draft) }

  @Test("F5 in a field sends what stands in it, and the field stays open; the URL's is left")
  func inField() async throws {
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Enter", "i", "Ctrl-U")
    await bench.type("/typed")
    try await bench.press("F5")
    await bench.idle()
    #expect(sent.last?.url == "/typed")
    try await bench.press("i", "End")
    await bench.type("-more")
    try await bench.press("F5")
    await bench.idle()
    #expect(sent.last?.url == "/typed-more")
  }

  @Test("F5 sends a method that was typed in front of the URL")
  func method() async throws {
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    try await bench.press("Enter", "i", "Ctrl-U")
    await bench.type("PATCH /typed")
    try await bench.press("F5")
    await bench.idle()
    #expect(sent.last?.method == "PATCH" && sent.last?.url == "/typed")
  }

  @Test("of a border that a list lies over only its sides are left, so that the list is no title")
  func overBorder() {
    var frame = Frame(size: Size(width: 24, height: 6))
    frame.put("├ Response ────────────┤", at: Point(x: 0, y: 3))
    var cursor = ListCursor()
    cursor.count = 2
    frame.dropDown(
      ["region", "regions"], cursor, limit: 5, within: Rect(x: 1, y: 0, width: 22, height: 6),
      below: Point(x: 12, y: 2), clearing: Rect(x: 1, y: 0, width: 22, height: 3))
    let border = frame.lines[3]
    #expect(border.hasPrefix("│") && border.hasSuffix("│"), "\(border)")
    #expect(border.contains("region") && !border.contains("Response") && !border.contains("─"), "\(border)")
  }

  @Test(
    "the only completion of a filter's word stands behind it, and covers no line of what was found",
    arguments: [60, 16])
  func onlyChoice(width: Int) throws {
    let completion = try #require(FilterCompletion("ms"))
    var frame = Frame(size: Size(width: width, height: 4))
    frame.put("/ ms", at: .zero)
    completion.draw(into: &frame, within: frame.bounds, below: Point(x: 4, y: 0))
    // Without room there it stands below.
    #expect(frame.line(width == 60 ? 0 : 1).contains("ms>"), "\(frame.text)")
    #expect(frame.line(width == 60 ? 1 : 2).isEmpty, "\(frame.text)")
    #expect(frame.droppedList?.box.y == (width == 60 ? 0 : 1))
  }

  @Test("a method that the list does not have is taken as it was typed, at once")
  func customMethod() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"))
    try test.press("m", "'purge'")
    #expect(test.picture.contains("PURGE  as typed"))
    // What is typed stands in the place of the method, and no tab beside the list.
    #expect(test.frame.lines[0].contains("PURGE ▾") && !test.frame.lines[1].contains("Auth"), "\(test.picture)")
    try test.press("Enter")
    #expect(test.composer.draft.method == "PURGE" && !test.composer.isTyping)
    try test.press("m", "'path'", "Enter")
    #expect(test.composer.draft.method == "PATH")
    try test.press("m", "'pat'", "Enter")
    #expect(test.composer.draft.method == "PATCH")
  }
}
