import ParleyModel
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The tabs of the composer", .timeLimit(.minutes(2)))
struct ComposerTabTests {
  private func test(_ draft: RequestDraft, _ preview: Preview = Preview(), height: Int = 12) throws -> ComposerUnderTest
  {
    try ComposerUnderTest(draft, preview: preview, height: height)
  }

  @Test("the variables of the path are lines of their own, in step with the URL")
  func path() throws {
    var test = try test(RequestDraft(url: "/cart/:id/items"))
    #expect(test.picture.contains("· :id") && test.picture.contains("value missing"))
    try test.press("j", "j", "Enter", "'42'", "Enter")
    #expect(test.composer.draft.path == [DraftRow("id", "42")])
    #expect(test.picture.contains("• :id") && test.picture.contains("42"))
    try test.press("i", "End", "'/:part'", "Enter")
    #expect(test.picture.contains(":part"))
    try test.press("j", "j", "D")
    #expect(test.composer.draft.path.isEmpty)
  }

  @Test("a port is no variable of the path")
  func port() throws {
    #expect(try test(RequestDraft(url: "http://127.0.0.1:8080/items/:id")).composer.fixed.map(\.label) == [":id"])
  }

  @Test("what a request does not say is shown dimmed, with its origin")
  func inherited() throws {
    let preview = Preview(settings: [
      .timeout: InheritedSetting("30s", from: "parley.yaml defaults"),
      .auth: InheritedSetting("bearer", from: "requests/user/folder.yaml"),
    ])
    var test = try test(RequestDraft(url: "/"), preview)
    test.apply(.show(.options))
    #expect(test.picture.contains("Limits   · timeout                30s  ← parley.yaml defaults"))
    #expect(test.frame.cells.contains { $0.grapheme == "3" && $0.style.role == .muted })
    test.apply(.change(.goTo(.timeout)))
    #expect(test.picture.contains("30s ← parley.yaml defaults. Time limit"), "\(test.picture)")
    test.apply(.show(.auth))
    #expect(test.picture.contains("bearer  ← requests/user/folder.yaml"))
  }

  @Test("a setting with a wrong value is marked, and said wherever the cursor is; one that nobody set has no arrow")
  func wrongSetting() throws {
    var draft = RequestDraft(url: "/")
    draft[.timeout] = "2"
    let problem = Problem(code: "draft.value", "“2” is not a value of timeout.")
    var test = try test(
      draft,
      Preview(
        settings: [.redirects: InheritedSetting("", from: "default")],
        problems: [FieldProblem(problem, in: .setting(.timeout))]))
    test.apply(.show(.options))
    #expect(test.picture.contains("✗ timeout") && test.picture.contains("✗ “2” is not a value of timeout."))
    var other = try self.test(
      RequestDraft(url: "/"), Preview(settings: [.redirects: InheritedSetting("", from: "default")]))
    other.apply(.change(.goTo(.redirects)))
    #expect(other.picture.contains("Maximum number of redirects"))
    #expect(!other.picture.contains("← default. Maximum"), "\(other.picture)")
  }

  @Test(
    "the origin of an inherited header has its arrow without notes beside it, too, and the line below names the header")
  func inheritedOrigin() throws {
    var test = try test(
      RequestDraft(url: "/"),
      Preview(inherited: [InheritedHeader("Accept-Language", "en", from: "parley.yaml defaults")]))
    test.apply(.show(.headers))
    #expect(
      test.picture.split(separator: "\n").contains { $0.contains("· Accept-Language en") && $0.contains("← parley") })
    #expect(test.picture.contains("Accept-Language: en ← parley.yaml defaults."), "\(test.picture)")
  }

  @Test("the line below says what the sign of a row means that is off, or inherited")
  func signs() throws {
    var test = try test(
      RequestDraft(url: "/", headers: [DraftRow("X-A", "1"), DraftRow("X-B", "2", isOn: false)]),
      Preview(inherited: [InheritedHeader("Accept", "text/csv", from: "parley.yaml:8")]))
    test.apply(.show(.headers))
    #expect(!test.picture.contains("~ is off") && !test.picture.contains("· is inherited"), "\(test.picture)")
    try test.press("j")
    #expect(test.picture.contains("~ is off: kept in the file, and left out. Space turns it on."), "\(test.picture)")
    try test.press("j")
    #expect(test.picture.contains("· is inherited. Enter gives the request a row of its own."), "\(test.picture)")
  }

  @Test("a kind of authorization is chosen, and brings its own lines")
  func auth() throws {
    var test = try test(RequestDraft(url: "/"))
    test.apply(.show(.auth))
    try test.press("Enter", "b", "Enter")
    #expect(test.composer.draft[.auth] == "basic")
    try test.press("j", "Enter", "'ada'", "Tab", "'{{password}}'", "Enter")
    #expect(test.composer.draft[.user] == "ada" && test.composer.draft[.password] == "{{password}}")
    #expect(test.picture.contains("[Auth (basic)]"))
    try test.press("g", "Space")
    #expect(test.composer.draft[.auth] == "bearer" && test.composer.draft[.user].isEmpty)
  }

  @Test("an envelope that the workspace declares can be chosen beside those that are always there")
  func envelopes() throws {
    var preview = Preview()
    preview.choices = [.envelope: ["shop"]]
    var test = try test(RequestDraft(url: "/"), preview)
    test.apply(.show(.expect))
    let row = test.composer.fixed.first { $0.id == .setting(.envelope) }
    #expect(row?.choices == ["standard", "bare", "none", "shop"])
  }

  @Test("an option is typed or turned, and emptied it is inherited again")
  func options() throws {
    var test = try test(RequestDraft(url: "/"))
    test.apply(.show(.options))
    try test.press("Enter", "'5s'", "Enter")
    #expect(test.composer.draft[.timeout] == "5s" && test.picture.contains("[Options 1]"))
    try test.press("D")
    #expect(test.composer.draft[.timeout].isEmpty)
    try test.press("u")
    #expect(test.composer.draft[.timeout] == "5s")
  }

  @Test("expectations are settings, and headers that can be added")
  func expect() throws {
    var test = try test(RequestDraft(url: "/"))
    test.apply(.show(.expect))
    try test.press("Enter", "'2xx'", "Enter", "a", "'ETag'", "Enter", "Enter")
    #expect(test.composer.draft[.status] == "2xx" && test.composer.draft.expectedHeaders == [DraftRow("ETag", "")])
    #expect(test.picture.contains("(any value)"))
    test.apply(.change(.expectHeader(DraftRow("etag", "\"1\""))))
    #expect(test.composer.draft.expectedHeaders == [DraftRow("etag", "\"1\"")])
  }

  @Test("a part of a multipart body becomes a file, and keeps being one while its name is typed")
  func multipart() throws {
    var test = try test(RequestDraft(url: "/", body: .multipart([DraftPart(DraftRow("note", "hello"))])))
    test.apply(.show(.body))
    try test.press("p")
    test.apply(.change(.take(file: "docs/photo.png")))
    #expect(test.picture.contains("file docs/photo.png"))
    try test.press("r", "Ctrl-U", "'photo'", "Enter", "Esc")
    let parts = [DraftPart(DraftRow("note", "hello")), DraftPart(DraftRow("photo", "docs/photo.png"), isFile: true)]
    #expect(test.composer.draft.body == .multipart(parts))
  }

  @Test(
    "an error in JSON leaves more of the body in sight than it takes, however low the pane is", arguments: [6, 7, 8])
  func errorBesideText(height: Int) throws {
    let body = DraftBody.json("{\n  \"first\": 1,\n  X\n}")
    var test = try ComposerUnderTest(RequestDraft(method: "POST", url: "/", body: body), width: 53, height: height)
    test.apply(.show(.body))
    let lines = test.frame.lines
    let error = lines.drop { !$0.contains("✗ Line 3") }
    let shown = lines.filter { $0.contains("{") || $0.contains("first") || $0.hasSuffix("X") }
    #expect(!error.isEmpty && shown.count >= 2 && error.count < shown.count + 1, "\(test.picture)")
  }

  @Test("a file is the whole body")
  func file() throws {
    var test = try test(RequestDraft(url: "/"))
    try test.press("t", "'file'", "Enter")
    #expect(test.composer.draft.body == .file)
    test.apply(.change(.take(file: "payload.json")))
    #expect(test.composer.draft[.filePath] == "payload.json" && test.picture.contains("file ▾"))
  }

  @Test("a GraphQL body has a query and variables, v shows the other")
  func graphQL() throws {
    var test = try test(RequestDraft(url: "/", body: .graphql(query: "{ me { name } }", variables: "")))
    test.apply(.show(.body))
    #expect(test.picture.contains("[query]  variables"))
    try test.press("v", "Enter", "'{\"a\": 1}'", "Esc")
    #expect(test.composer.draft.body == .graphql(query: "{ me { name } }", variables: #"{"a": 1}"#))
    #expect(test.picture.contains("query  [variables]"))
  }

  @Test("all tabs can be read at 80 columns", arguments: [54, 78])
  func tabs(width: Int) throws {
    let test = try ComposerUnderTest(RequestDraft(url: "/"), width: width)
    let line = test.frame.lines[1]
    for tab in Composer.Tab.allCases { #expect(line.contains(tab.title)) }
  }

  @Test("filters that the response must pass are lines of their own; an emptied one goes")
  func filters() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/", expectedFilters: [".a == 1"]), height: 14)
    test.apply(.show(.expect))
    try test.press("j", "j", "j", "Enter", "'.b | length > 0'", "Enter")
    #expect(test.composer.draft.expectedFilters == [".a == 1", ".b | length > 0"])
    try test.press("k", "D")
    #expect(test.composer.draft.expectedFilters == [".b | length > 0"])
    try test.press("u")
    #expect(test.composer.draft.expectedFilters == [".a == 1", ".b | length > 0"])
    try test.press("u")
    #expect(test.composer.draft.expectedFilters == [".a == 1"])
  }

  @Test("a credential that stands in the request is masked, unless it is typed; a template is not")
  func maskedCredentials() throws {
    var draft = RequestDraft(method: "GET", url: "/")
    (draft[.auth], draft[.user], draft[.password]) = ("basic", "ada", "hunter22")
    var test = try ComposerUnderTest(draft)
    test.apply(.show(.auth))
    #expect(test.picture.contains("ada") && test.picture.contains("••••") && !test.picture.contains("hunter22"))
    test.apply(.change(.goTo(.password)))
    try test.press("Enter")
    #expect(test.picture.contains("hunter22"))
    draft[.password] = "{{password}}"
    test = try ComposerUnderTest(draft)
    test.apply(.show(.auth))
    #expect(test.picture.contains("{{password}}"))
  }

  @Test("every setting is explained in more than a word or two, and no explanation gives its example twice")
  func explanations() throws {
    for key in SettingKey.allCases {
      let help = key.field.help
      #expect(help.split(separator: " ").count > 2, "\(key): \(help)")
      var draft = RequestDraft(method: "GET", url: "/")
      if let kind = key.choices.isEmpty
        ? SettingKey.auth.choices.first(where: { SettingKey.fields(ofAuth: $0).contains(key) }) : nil
      {
        draft[.auth] = kind
      }
      var test = try ComposerUnderTest(draft)
      test.apply(.change(.goTo(key)))
      guard let words = test.composer.settingHelp, !key.field.example.isEmpty else { continue }
      #expect(words.ranges(of: key.field.example).count <= 1, "\(words)")
      #expect(!words.contains("example 0 to") && !words.contains("example a path"), "a form is no example: \(words)")
    }
  }

  @Test(
    "no explanation is cut within a sentence, and none is cut to nothing, even at 80 columns",
    arguments: SettingKey.allCases)
  func explanationsInLittleRoom(of key: SettingKey) throws {
    var draft = RequestDraft(method: "GET", url: "/")
    draft[.auth] = SettingKey.auth.choices.first { SettingKey.fields(ofAuth: $0).contains(key) } ?? ""
    var test = try ComposerUnderTest(draft)
    test.apply(.change(.goTo(key)))
    guard let help = test.composer.settingHelp else { return }
    let first = help.firstRange(of: ". ").map { help[...$0.lowerBound] } ?? help[...]
    for height in 2...6 {
      let shown = test.composer.wordsBelow(in: Size(width: 52, height: height))
      #expect(shown.contains(first) && (shown.hasSuffix(".") || shown.hasSuffix(". …")), "\(shown)")
      #expect(TextWrap.lines(of: shown, width: 52).count <= height, "\(shown)")
    }
  }

  @Test("a list that nothing matches says so, with what was typed")
  func nothingMatches() throws {
    var test = try ComposerUnderTest(RequestDraft(method: "GET", url: "/"))
    try test.press("m", "'ail\"'")
    #expect(test.picture.contains("Nothing matches ail\"."))
  }

  @Test("a hint that has no room ends in an ellipsis", arguments: 1...3)
  func cutHints(height: Int) {
    let words = "Maximum number of redirects to follow; 0 follows none. A number from 0 to 100, or what is typed here."
    for width in 8...120 {
      var frame = Frame(size: Size(width: width, height: height))
      frame.putHint(words, in: frame.bounds)
      let shown = frame.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(shown == words || shown.hasSuffix("…"), "\(shown)")
    }
  }
}
