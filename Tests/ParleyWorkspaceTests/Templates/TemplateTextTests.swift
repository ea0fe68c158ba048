import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyText
@testable import ParleyWorkspace

@Suite("A text with templates", .timeLimit(.minutes(2)))
struct TemplateTextTests {
  private func expression(_ text: String) -> Template.Expression? {
    TemplateText(text).templates.first?.expression
  }

  @Test("is taken apart into what stands there and what is filled in")
  func segments() {
    let text = TemplateText("a{{ b }}ü{{c}}")
    #expect(text.problems.isEmpty)
    #expect(
      text.segments == [
        .literal("a"), .template(Template(text: "b", expression: .name("b"), range: 1..<8)), .literal("ü"),
        .template(Template(text: "c", expression: .name("c"), range: 10..<15)),
      ])
  }

  @Test("without templates is itself", arguments: ["", "abc", "{ }", "}}", "{", "{\"a\":{\"b\":1}}"])
  func literal(text: String) {
    #expect(TemplateText(text).segments == (text.isEmpty ? [] : [.literal(text)]))
    #expect(TemplateText(text).problems.isEmpty)
  }

  @Test("writes the braces themselves as text in quotes")
  func braces() {
    #expect(expression("{{'{{'}}") == .literal("{{"))
    #expect(expression(#"{{"}}"}}"#) == .literal("}}"))
    #expect(expression(#"{{'it\'s'}}"#) == .literal("it's"))
  }

  @Test("calls functions")
  func functions() throws {
    #expect(expression("{{uuid()}}") == .call(.uuid, [], path: .root))
    #expect(expression("{{ now( 'unix' ) }}") == .call(.now, [.literal("unix")], path: .root))
    #expect(expression("{{base64(user)}}") == .call(.base64, [.name("user")], path: .root))
    #expect(
      expression("{{base64(prompt('PIN'))}}")
        == .call(.base64, [.call(.prompt, [.literal("PIN")], path: .root)], path: .root))
    let path = try ValuePath(parsing: #".result.items[0]["odd key"]"#)
    #expect(
      expression(#"{{response("user/login").result.items[0]["odd key"]}}"#)
        == .call(.response, [.literal("user/login")], path: path))
  }

  @Test("reads variables of the operating system by env.NAME, and shared keys by shared.KEY")
  func operatingSystem() {
    #expect(expression("{{env.HOME}}") == .operatingSystem("HOME"))
    #expect(expression("{{env}}") == .name("env"))
    #expect(expression("{{shared.user.token}}") == .shared("user.token"))
  }

  static let badTemplates = [
    ("{{", "0-2: “{{” is not closed; expected a name, a function or text in quotes"),
    ("a {{b", "2-4: “{{” is not closed; expected “}}”"),
    ("{{}}", "2-3: found “}” in a template; expected a name, a function or text in quotes"),
    ("{{a b}}", "4-5: found “b” in a template; expected “}}”"),
    ("{{a|b}}", "3-4: found “|” in a template; expected “}}”"),
    ("{{'a}}", "2-3: the quote in a template is not closed"),
    ("{{uid()}}", "2-5: unknown function “uid”; did you mean “uuid”?"),
    ("{{zzzzz()}}", "2-7: unknown function “zzzzz”"),
    ("{{uuid(a)}}", "2-9: uuid was given 1 values"),
    ("{{base64()}}", "2-10: base64 was given 0 values"),
    ("{{now('iso')}}", "2-12: now takes nothing or \"unix\""),
    ("{{prompt(a)}}", "2-11: prompt takes text in quotes"),
    ("{{response('a').b-c}}", "15-19: found “.b-c”; expected a path such as .items[0].id"),
    ("{{response('a')[x]}}", "15-18: found “[x]”; expected a path such as .items[0].id"),
    ("{{uuid().a}}", "8-10: uuid gives text, which has no parts"),
    ("{{base64(a}}", "10-11: found “}” in a template; expected “)”"),
    ("{{a\u{1B}}}", #"3-4: found “\u{1B}” in a template; expected “}}”"#),
  ]

  @Test("tells what is wrong with a template", arguments: badTemplates)
  func mistakes(text: String, told: String) {
    let problems = TemplateText(text).problems.map { problem in
      "\(problem.range.lowerBound)-\(problem.range.upperBound): \(problem.message)"
        + (problem.nearest.map { "; did you mean “\($0)”?" } ?? "")
    }
    #expect(problems == [told])
  }

  @Test("goes on after a mistake")
  func goesOn() {
    let text = TemplateText("{{}} {{a}} {{b c}} {{d}}")
    #expect(text.problems.count == 2)
    #expect(text.templates.map(\.text) == ["a", "d"])
  }

  @Test("is looked at in bounds")
  func bounds() {
    let many = TemplateText(String(repeating: "{{a}},", count: 200_000))
    #expect(many.templates.count == 10_000)
    #expect(many.problems.map(\.message) == ["the text has more than 10000 templates"])
    #expect(TemplateText(String(repeating: "{{}}", count: 200_000)).problems.count == 20)
  }

  @Test("is not nested without end")
  func nesting() {
    let text = TemplateText("{{" + String(repeating: "base64(", count: 100_000) + "a")
    #expect(text.problems.map(\.message) == ["functions are nested too deep"])
  }
}
