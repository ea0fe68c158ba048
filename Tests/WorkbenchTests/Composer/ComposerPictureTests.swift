import ParleyModel
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The composer as a picture", .timeLimit(.minutes(2))) struct ComposerPictureTests {
  private static let login = RequestDraft(
    method: "POST", url: "/user/login",
    query: [DraftRow("locale", "{{locale}}"), DraftRow("debug", "1", isOn: false)],
    headers: [DraftRow("X-Tag", "{{tagg}}"), DraftRow("Accept", "text/csv")],
    body: .json("{ \"email\": \"{{email}}\",\n  \"password\": \"{{password}}\",\n  \"n\": 12 }"))

  private static let preview = Preview(
    url: "http://127.0.0.1:8080/user/login?locale=en",
    uses: [
      TemplateUse(field: .query(0), range: 0..<10, expression: "locale", value: "en", source: "parley.yaml:7"),
      TemplateUse(field: .header(0), range: 0..<8, expression: "tagg", problem: "unknown, tag?"),
      TemplateUse(
        field: .body, range: 12..<21, expression: "email", value: "ada@example.com", source: "environments/local.yaml:3"
      ),
      TemplateUse(field: .body, range: 40..<52, expression: "password", source: "asked when sent", isSecret: true),
    ],
    inherited: [
      InheritedHeader("Accept-Language", "en", from: "parley.yaml:8"),
      InheritedHeader("Accept", "application/json", from: "codec"),
      InheritedHeader("Content-Type", "application/json", from: "body"),
    ],
    names: [
      TemplateName("email", value: "ada@example.com", source: "environments/local.yaml:3"),
      TemplateName("locale", value: "en", source: "parley.yaml:7"),
      TemplateName("password", value: "••••••••", source: "asked"),
    ])

  private func composer(_ tab: Composer.Tab, _ width: Int, _ height: Int) throws -> ComposerUnderTest {
    var test = try ComposerUnderTest(Self.login, preview: Self.preview, width: width, height: height)
    test.apply(.show(tab))
    return test
  }

  @Test("a request whose file is still being read is not said to have no URL")
  func unread() throws {
    var test = try ComposerUnderTest(Self.login)
    test.composer = Composer("user/login")
    test.composer.resize(to: Size(width: 78, height: 12))
    #expect(!test.picture.contains("type a URL"))
  }

  @Test(
    "blanks at the ends of a URL and of a value, and those that only look like one, can be seen",
    arguments: ["field", "row"])
  func unseenBlanks(_ place: String) throws {
    let odd = " /a b\u{A0}c\u{3000}d  "
    var test = try ComposerUnderTest(
      RequestDraft(url: place == "field" ? odd : "/x", headers: place == "row" ? [DraftRow("X", odd)] : []))
    test.apply(.show(.headers))
    #expect(test.picture.contains("·/a b·c·d··"), "\(test.picture)")
  }

  @Test("nothing but blanks in the URL's field is not nothing, and what a terminal would obey is a sign")
  func onlyBlanks() throws {
    var test = try ComposerUnderTest(RequestDraft(url: ""))
    try test.press("'  '")
    #expect(test.picture.contains("··"), "\(test.picture)")
    try test.press("Ctrl-U")
    test.paste("\u{1B}[15~")
    #expect(test.picture.contains("␛[15~"), "\(test.picture)")
  }

  @Test("parameters: on and off, values and where they come from")
  func params() throws {
    #expect(
      try composer(.params, 78, 5).picture == """
         POST ▾  /user/login?locale={{locale}}                               [ Send ]
         [Params 2] Headers 5  Auth  Body•  Expect  Shared  Options  Docs
         ✓ locale   {{locale}}                        en ← parley.yaml:7
         ~ debug    1

        """)
  }

  @Test("headers: own ones, then inherited ones with their origin")
  func headers() throws {
    #expect(
      try composer(.headers, 78, 7).picture == """
         POST ▾  /user/login?locale={{locale}}                               [ Send ]
          Params 2 [Headers 5] Auth  Body•  Expect  Shared  Options  Docs
         ✓ X-Tag           {{tagg}}                   ✗ unknown, tag?
         ✓ Accept          text/csv
         · Accept-Language en                         ← parley.yaml:8
         – Accept          application/json           overridden
         · Content-Type    application/json           ← body
        """)
  }

  @Test("a value that leaves no room for its place has it below, while the cursor is on the row")
  func placeBelow() throws {
    let draft = RequestDraft(url: "/", query: [DraftRow("q", "{{email}}"), DraftRow("n", "{{n}}")])
    let preview = Preview(
      uses: [
        TemplateUse(
          field: .query(0), range: 0..<9, expression: "email", value: "sakichi@example.com",
          source: "environments/mirror.yaml:3"),
        TemplateUse(field: .query(1), range: 0..<5, expression: "n", value: "7", source: "parley.yaml:7"),
      ])
    var test = try ComposerUnderTest(draft, preview: preview, width: 54, height: 9)
    test.apply(.show(.params))
    let whole = "environments/mirror.yaml:3"
    #expect(test.picture.contains(whole), "\(test.picture)")
    try test.press("j")
    #expect(!test.picture.contains(whole) && test.picture.contains("7 ← parley"), "\(test.picture)")
  }

  @Test("names are whole while the values leave room, and typing a value moves nothing")
  func sharedRoom() throws {
    let draft = RequestDraft(
      url: "/user/{{id}}", headers: [DraftRow("X-Forwarded-Host", "https"), DraftRow("Authorization", "Bearer x")])
    let preview = Preview(
      uses: [TemplateUse(field: .url, range: 6..<12, expression: "id", value: "7", source: "parley.yaml:7")])
    var test = try ComposerUnderTest(draft, preview: preview, width: 54, height: 7)
    test.apply(.show(.headers))
    #expect(test.picture.contains("✓ X-Forwarded-Host https"), "\(test.picture)")
    try test.press("Enter", "End")
    let before = test.frame.line(2)
    try test.press("' and a value that is longer than there is room'")
    #expect(test.frame.line(2).prefix(18) == before.prefix(18), "\(test.picture)")
    #expect(test.picture.contains("X-Forwarded-Host"), "\(test.picture)")
  }

  @Test("body: line numbers, and what the templates of a line mean beside it")
  func body() throws {
    let picture = try composer(.body, 110, 6).picture
    #expect(
      picture == """
         POST ▾  /user/login?locale={{locale}}                                                               [ Send ]
          Params 2  Headers 5  Auth [Body•] Expect  Shared  Options  Docs
         JSON ▾  application/json  65 B
        ▏ 1 { "email": "{{email}}",                                        ada@example.com ← local.yaml:3
          2   "password": "{{password}}",                                  password ← asked when sent
          3   "n": 12 }
        """)
  }

  @Test("at 48 columns the notes are short")
  func narrow() throws {
    let picture = try composer(.body, 48, 6).picture
    #expect(
      picture == """
         POST ▾  /user/login?locale={{locale}} [ Send ]
         Params 2 Headers 5 Auth [Body•] Expect ▸
         JSON ▾  application/json  65 B
        ▏ 1 { "email": "{{email}}",      ada@example.c…
          2   "password": "{{password}}… password ← as…
          3   "n": 12 }
        """)
  }

  @Test("at 20 × 3 there is still something sensible")
  func tiny() throws {
    #expect(try composer(.params, 20, 3).picture == " POST ▾  /user/log…\n [Params 2] ▸2\n ✓ locale   {{loc…")
  }

  @Test("after two braces the names come, and one is taken; a mistake in the JSON is named")
  func completion() throws {
    var test = try composer(.body, 78, 9)
    try test.press("Enter", "Down", "End", "' {{e'")
    #expect(
      test.picture == """
         POST ▾  /user/login?locale={{locale}}                               [ Send ]
          Params 2  Headers 5  Auth [Body•] Expect  Shared  Options  Docs
         JSON ▾  application/json  71 B
          1 { "email": "{{email}}",                     ada@example.com ← local
          2   "password": "{{password}}", {{e}}         password ← asked when sent
                                 email   ada@example.com  ← environments/local.yaml:3
                                 locale  en  ← parley.yaml:7

         ✗ Line 2, column 31: expected a key in quotes, found a template.
        """)
    try test.press("Enter")
    #expect(test.picture.contains("\"{{password}}\", {{email}}"))
  }

  @Test("a template is not called wrong before it is closed")
  func openTemplate() throws {
    let problem = Problem(code: "template.name", "There is no such name.")
    let draft = RequestDraft(url: "/a", headers: [DraftRow("X-Tag", "")])
    var test = try ComposerUnderTest(draft, preview: Preview(problems: [FieldProblem(problem, in: .header(1))]))
    test.apply(.show(.headers))
    try test.press("a", "'X-B'", "Enter", "'{{ta'")
    #expect(!test.picture.contains("There is no such name."), "\(test.picture)")
    try test.press("'}}'")
    #expect(test.picture.contains("There is no such name."), "\(test.picture)")
  }

  @Test("an unknown name is marked where it stands")
  func unknown() throws {
    let frame = try composer(.headers, 78, 7).frame
    #expect(frame.runs(2).contains { $0.text == "{{tagg}}" && $0.style.role == .failure })
  }

  @Test("wide characters keep the columns in line, control characters are shown")
  func wideCharacters() throws {
    let draft = RequestDraft(url: "/漢字", headers: [DraftRow("X-漢", "a\u{1B}[2Jb"), DraftRow("Y", "👩‍🚀 ok")])
    var test = try ComposerUnderTest(draft, width: 40, height: 5)
    test.apply(.show(.headers))
    #expect(
      test.picture == """
         GET ▾  /漢字
         Params [Headers 2] Auth Body Expect ▸
         ✓ X-漢     a␛[2Jb
         ✓ Y        👩‍🚀 ok

        """)
  }

  @Test("a body of many lines is scrolled, by keys and by the cursor of its editor")
  func scrolling() throws {
    let text = (1...500).map { "line \($0)" }.joined(separator: "\n")
    var test = try ComposerUnderTest(RequestDraft(url: "/a", body: .text(text)), width: 40, height: 6)
    test.apply(.show(.body))
    try test.press("PageDown")
    #expect(test.frame.line(3) == "▏  3 line 3")
    try test.press("G")
    #expect(test.frame.line(5) == " 500 line 500")
    try test.press("Enter", "Down", "Down", "Down", "End", "'!'")
    #expect(test.frame.line(5) == " 500 line 500!" && test.frame.cursor == Point(x: 14, y: 5))
  }

  @Test("the edge says which server it goes to, and whether it was edited")
  func title() throws {
    var test = try composer(.params, 78, 5)
    #expect(test.composer.title(in: test.context).left.plain == "user/login")
    #expect(test.composer.title(in: test.context).right.plain == "api  http://127.0.0.1:8080")
    try test.press("Space")
    #expect(test.composer.title(in: test.context).left.plain == "user/login ✎")
    // While a command is typed, half of it is no server.
    test.apply(.previewed(Preview(url: "curl -X POST http://127.0.0.1:8391")))
    #expect(!test.composer.title(in: test.context).right.plain.contains("curl"))
  }
}
