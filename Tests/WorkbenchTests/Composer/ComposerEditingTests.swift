import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Editing a request", .timeLimit(.minutes(2))) struct ComposerEditingTests {
  private let draft = RequestDraft(
    method: "POST", url: "/cart", query: [DraftRow("page", "1"), DraftRow("size", "20")],
    headers: [DraftRow("Accept", "text/csv"), DraftRow("X-Tag", "new")])

  @Test("rows are switched, added, moved, duplicated and deleted by their keys")
  func rows() throws {
    var test = try ComposerUnderTest(draft)
    test.apply(.show(.headers))
    try test.press("Space")
    #expect(test.composer.draft.headers[0] == DraftRow("Accept", "text/csv", isOn: false))
    try test.press("J")
    #expect(test.composer.draft.headers.map(\.name) == ["X-Tag", "Accept"])
    try test.press("p")
    #expect(test.composer.draft.headers.map(\.name) == ["X-Tag", "Accept", "Accept"])
    try test.press("D")
    #expect(test.composer.draft.headers.map(\.name) == ["X-Tag", "Accept"])
    try test.press("a", "'If-Match'", "Enter", "'7'", "Enter")
    #expect(test.composer.draft.headers.last == DraftRow("If-Match", "7"))
    #expect(test.composer.isDirty && !test.composer.isTyping)
  }

  @Test("a new row is the last one, wherever the cursor is", arguments: [Composer.Tab.params, .headers])
  func newRow(tab: Composer.Tab) throws {
    var draft = RequestDraft(url: "/", headers: [DraftRow("A", "1"), DraftRow("B", "2")])
    draft.query = draft.headers
    var test = try ComposerUnderTest(draft)
    test.apply(.show(tab))
    try test.press("j", "g", "j", "j", "k", "k", "j", "a", "'New'", "Enter", "'3'", "Enter")
    let rows = tab == .headers ? test.composer.draft.headers : test.composer.draft.query
    #expect(rows.map(\.name) == ["A", "B", "New"])
  }

  @Test("every change can be undone, one after the other, back to what the file says")
  func undo() throws {
    var test = try ComposerUnderTest(draft)
    test.apply(.show(.headers))
    try test.press("Space", "J", "p", "r", "End", "'-2'", "Esc", "m", "Down", "Enter", "i", "End", "'/x?y=1'", "Enter")
    let edited = test.composer.draft
    #expect(edited.url == "/cart" && edited.query.map(\.name).contains("size"))
    for _ in 0..<6 { try test.press("u") }
    #expect(!test.composer.isDirty)
    for _ in 0..<6 { try test.press("Ctrl-R") }
    #expect(test.composer.draft == edited)
  }

  @Test(
    "a row that is added is undone at once, with all that was typed into it; what is typed later is a step of its own",
    arguments: ["Enter", "Tab"])
  func addition(key: String) throws {
    var test = try ComposerUnderTest(draft)
    test.apply(.show(.params))
    let before = test.composer.draft
    try test.press("a", "'q'", key, "'{{email}}'", "Enter")
    let added = test.composer.draft
    #expect(added.query.last == DraftRow("q", "{{email}}"))
    try test.press("u")
    #expect(test.composer.draft == before)
    try test.press("Ctrl-R")
    #expect(test.composer.draft == added)
    try test.press("G", "Enter", "End", "'x'", "Esc", "u")
    #expect(test.composer.draft == added)
    try test.press("u", "a", "Esc")
    #expect(test.composer.draft == before && !test.composer.history.canUndo)
  }

  @Test("Enter and Tab go from cell to cell; a row left empty goes away")
  func cells() throws {
    var test = try ComposerUnderTest(draft)
    test.apply(.show(.params))
    try test.press("Enter", "Ctrl-U", "'2'", "Tab", "Ctrl-U", "'limit'", "Enter", "Ctrl-U", "'50'", "Enter")
    #expect(test.composer.draft.query == [DraftRow("page", "2"), DraftRow("limit", "50")])
    try test.press("a", "Esc")
    #expect(test.composer.draft.query.count == 2)
  }

  @Test("Tab stays in the last field and Shift-Tab in the first, so that what is typed next is no command")
  func ends() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/items/:id?page=1"))
    test.apply(.show(.params))
    try test.press("Enter", "'7'", "Tab", "Tab", "Ctrl-U", "'2'", "Tab", "'3'", "Enter")
    #expect(test.composer.draft.url.hasSuffix("page=23") && test.composer.draft.path == [DraftRow("id", "7")])
    try test.press("g", "Enter", "Shift-Tab")
    #expect(test.composer.isTyping)
    let said = test.effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
    #expect(said.contains("This is the last field; Enter ends it."), "\(said)")
    #expect(said.contains("This is the first field; Enter ends it."), "\(said)")
  }

  @Test("a command that is pasted on a request says that u brings that back")
  func replaced() throws {
    var test = try ComposerUnderTest(draft)
    test.apply(.imported(ImportedDraft(RequestDraft(url: "http://other.test/x")), pasted: ""))
    let said = test.effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
    #expect(said.contains { $0.contains("POST, 2 headers") && $0.contains("u brings") }, "\(said)")
    try test.press("u")
    #expect(test.composer.draft == draft)
  }

  @Test("a method that is a slip of another is asked about")
  func methodSlip() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/cart"))
    try test.press("i", "'PSOT http://h.test/x'", "Enter")
    let said = test.effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
    #expect(test.composer.draft.method == "PSOT" && said.contains { $0.contains("Did you mean “POST”?") }, "\(said)")
  }

  @Test("the URL's query and the parameters follow each other")
  func url() throws {
    var test = try ComposerUnderTest(draft)
    try test.press("i", "End", "'&sort=asc'", "Enter")
    #expect(test.composer.draft.query.last == DraftRow("sort", "asc"))
    test.apply(.show(.params))
    try test.press("Space")
    #expect(Parameters.url(of: test.composer.draft) == "/cart?size=20&sort=asc")
  }

  @Test("a method typed before the URL becomes the method")
  func methodInURL() throws {
    var test = try ComposerUnderTest(RequestDraft())
    #expect(test.composer.isTyping)
    try test.press("'PATCH https://a.test/x'", "Enter")
    #expect(test.composer.draft.method == "PATCH" && test.composer.draft.url == "https://a.test/x")
  }

  @Test("the method is chosen from a list by its letter, or typed")
  func method() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"))
    try test.press("m", "'d'", "Enter")
    #expect(test.composer.draft.method == "DELETE")
    try test.press("m", "'g'", "Enter")
    #expect(test.composer.draft.method == "" && !test.composer.isDirty)
    try test.press("m", "'purge'", "Enter", "Enter")
    #expect(test.composer.draft.method == "PURGE")
  }

  @Test(
    "what is typed into the list of methods is the method, whatever else has its letters",
    arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "none"])
  func typedMethod(_ method: String) throws {
    var test = try ComposerUnderTest(RequestDraft(method: "X", url: "/a"))
    try test.press("m", "'\(method)'", "Enter")
    #expect(test.composer.draft.method == method)
    try test.press("m", "'\(method.lowercased())'", "Enter")
    #expect(test.composer.draft.method == method)
  }

  @Test("typing narrows a list, Backspace widens it, and what fits nothing chooses nothing")
  func narrowing() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"))
    try test.press("t", "'Gra'")
    #expect(test.composer.menu?.matches.map(\.choice) == ["GraphQL"])
    try test.press("'#'", "Enter")
    #expect(test.composer.menu?.lines.map(\.plain) == ["Nothing matches Gra#."] && test.composer.draft.body == .none)
    try test.press("Backspace", "Backspace", "Backspace", "Backspace")
    #expect(test.composer.menu?.matches.count == DraftBody.Kind.allCases.count)
    try test.press("'form'", "Enter")
    #expect(test.composer.draft.body == .form([]))
  }

  @Test("Enter on the names of the tabs edits the first row of the tab")
  func enterTabs() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/cart/:id"))
    try test.press("Down", "Enter", "'42'", "Enter")
    #expect(test.composer.draft.path == [DraftRow("id", "42")])
  }

  @Test("of a new request the URL is typed at once, in place of its slash")
  func newRequest() throws {
    var test = try ComposerUnderTest(.new)
    test.apply(.change(.beginURL))
    try test.press("'/cart'", "Enter")
    #expect(test.composer.draft.url == "/cart")
    test.apply(.change(.beginURL))
    #expect(!test.composer.isTyping)
  }

  @Test("the name that was typed is completed, though another one that begins with it comes first")
  func exactName() throws {
    let names = ["tokenOld", "token"].map { TemplateName($0, source: "here") }
    var test = try ComposerUnderTest(RequestDraft(url: "/a"), preview: Preview(names: names))
    try test.press("i", "End", "'{{token'", "Enter")
    #expect(test.composer.draft.url == "/a{{token}}")
  }

  @Test("a pasted curl command takes the place of the whole request, and can be undone")
  func curl() throws {
    var test = try ComposerUnderTest(draft)
    test.paste("curl https://a.test -X PUT")
    guard case .importCurl(let text, _)? = test.draftEffects.first else {
      return #expect(Bool(false), "nothing was imported")
    }
    #expect(text.hasPrefix("curl "))
    test.apply(.imported(ImportedDraft(RequestDraft(method: "PUT", url: "https://a.test")), pasted: text))
    #expect(test.composer.draft.url == "https://a.test" && test.composer.draft.headers.isEmpty)
    try test.press("u")
    #expect(test.composer.draft == draft)
  }

  @Test("a pasted URL goes into the URL, and a paste never acts as keys")
  func paste() throws {
    var test = try ComposerUnderTest(draft)
    test.paste("https://a.test/\u{1B}[31mq\n")
    #expect(test.composer.draft.url.hasPrefix("https://a.test/"))
    #expect(test.composer.isTyping)
  }

  @Test("every keystroke keeps the draft, and what is undone to the file's drops it")
  func keeping() throws {
    var test = try ComposerUnderTest(draft)
    try test.press("i", "End", "'x'")
    guard case .keep(let kept, _, _)? = test.draftEffects.first else { return #expect(Bool(false), "nothing was kept") }
    #expect(kept == test.composer.draft)
    try test.press("Esc", "u")
    let last = test.draftEffects.last { if case .preview = $0 { false } else { true } }
    if case .drop? = last {} else { #expect(Bool(false), "the draft was not dropped") }
  }

  @Test(
    "a path that is typed without its slash gets it; what may be a host, or begins otherwise, does not",
    arguments: [
      ("200", "/200"), ("items/7", "/items/7"), ("shop.test/a", "shop.test/a"), ("localhost/a", "localhost/a"),
      ("{{base}}/a", "{{base}}/a"), ("host:80", "host:80"), ("/a", "/a"),
    ])
  func slash(typed: String, url: String) throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/before"))
    try test.press("i", "'\(typed)'", "Enter")
    #expect(test.composer.draft.url == url)
  }

  @Test("a kind of body is chosen, its text typed, formatted and undone")
  func body() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"))
    try test.press("t", "'j'", "Enter", "'{\"a\":1}'")
    #expect(test.composer.draft.body == .json(#"{"a":1}"#))
    try test.press("Alt-=")
    #expect(test.composer.draft.body == .json("{\n  \"a\": 1\n}"))
    try test.press("Alt-u")
    #expect(test.composer.draft.body == .json(#"{"a":1}"#))
    try test.press("Esc")
    #expect(!test.composer.isTyping)
  }

  @Test("what the file keeps besides is not touched")
  func besides() throws {
    var draft = draft
    (draft[.status], draft[.timeout], draft[.redirects]) = ("201", "5s", "3")
    var test = try ComposerUnderTest(draft)
    try test.press("i", "End", "'/y'", "Enter")
    #expect(test.composer.draft[.status] == "201" && test.composer.draft[.timeout] == "5s")
    #expect(test.composer.draft[.redirects] == "3")
  }

  @Test("Enter on an inherited header makes a row of the request's own")
  func override() throws {
    let preview = Preview(inherited: [InheritedHeader("Accept-Language", "en", from: "parley.yaml:8")])
    var test = try ComposerUnderTest(draft, preview: preview)
    test.apply(.show(.headers))
    try test.press("G", "Enter", "Ctrl-U", "'de'", "Enter")
    #expect(test.composer.draft.headers.last == DraftRow("Accept-Language", "de"))
  }

  @Test("going back to the file can be undone too")
  func revert() throws {
    var test = try ComposerUnderTest(draft)
    try test.press("i", "End", "'x'", "Enter", "R")
    #expect(!test.composer.isDirty)
    let said = test.effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
    #expect(said.contains("The edits are discarded; u brings them back."), "\(said)")
    try test.press("u")
    #expect(test.composer.isDirty)
  }

  @Test("what the draft changes in the file is shown part by part, and every line of a body")
  func compared() {
    let file = RequestDraft(method: "GET", url: "/cart", body: .json("{\n  \"a\": 1,\n  \"b\": 2\n}"))
    var edited = file
    (edited.url, edited.body) = ("/cart/2", .json("{\n  \"a\": 1,\n  \"b\": 3\n}"))
    let lines = DraftSheet("cart/read", draft: edited, file: file).lines(columns: 80).map(\.plain)
    #expect(Array(lines[2...4]) == ["url", "- /cart", "+ /cart/2"], "\(lines)")
    #expect(lines.contains("-   \"b\": 2") && lines.contains("+   \"b\": 3"), "\(lines)")
    #expect(!lines.contains("method"))
  }

  @Test("a header typed as a line goes to name and value, by Enter as by Tab", arguments: ["Enter", "Tab"])
  func headerLine(key: String) throws {
    var test = try ComposerUnderTest(RequestDraft(method: "GET", url: "/"))
    test.apply(.show(.headers))
    try test.press("a", "'Accept: text/csv'", key)
    #expect(test.composer.draft.headers == [DraftRow("Accept", "text/csv")])
  }

  @Test("typing into a URL takes the place of it, however it ends", arguments: ["/", "/items/", "http://h/", "/a"])
  func replacesURL(url: String) throws {
    var test = try ComposerUnderTest(RequestDraft(method: "GET", url: url))
    try test.press("i", "'/items/2'", "Enter")
    #expect(test.composer.draft.url == "/items/2")
  }
}
