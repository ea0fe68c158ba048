import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The fields of a step in the text of its group", .timeLimit(.minutes(2)))
struct StepFieldTests {
  static let file = """
    # A chain.
    onFailure: stop
    serial:
      - request: user/login            # signs in
      - { local: pick, jq: '.items[0]' }    # the first

      - request: cart/pay
        with: { body: { json: '{}' } }
        when: ".a == 1"
      - concurrent:
          - { request: a/one, as: one }
          - group: look
        limit: 2
      - { local: sure, assert: ['.a', ".b"] }
      - local: keep
        set: { token: "{{input.token}}" }
      - { local: nap, wait: 1s }
      - local: sign
        run: [./sign.sh, "a b"]
      - request: job/state
        until: '.done'
        every: 2s
      # may fail
      - { request: flaky, retry: { retries: 3, delay: 50ms } }
      - request: item/get
        each: '.ids'   # all of them
        limit: 4
      - { request: item/rows, each: { file: data.csv } }

    """

  static let workspace = try? Workspace.load(at: "\(Repository.root)/workspaces/demo")

  static func text(_ file: String = file) -> GroupText { GroupText(file, ofGroup: "shop") }

  static func form(_ path: NodePath, in text: GroupText) throws -> StepForm {
    let workspace = try #require(workspace)
    return try #require(StepForm(of: path, in: text, ofGroup: "shop", workspace))
  }

  /// Every step of the file, and the group itself.
  static let paths: [NodePath] = [.root] + text().lines.keys.sorted()

  @Test("the help of how steps run is about the way they do")
  func order() throws {
    let text = Self.text()
    let serial = try #require(try Self.form(.root, in: text)[.order])
    #expect(serial.text == "serial" && serial.help.contains("one after another"))
    let concurrent = try #require(try Self.form(.root.node(3), in: text)[.order])
    #expect(concurrent.text == "concurrent" && concurrent.help.contains("at the same time"))
  }

  /// Something else than what stands there.
  static func words(for row: StepForm.Row) -> String? {
    switch row.input {
    case .filter: ".x == 2"
    case .template: "key = {{input.x}}"
    case .program: "./b.sh 1 'two words'"
    case .number: "7"
    case .duration: "9s"
    case .name: "renamed"
    case .request: "user/logout"
    case .group: "other"
    case .choice(let choices): choices.last { $0 != row.text }
    case .toggle: "true"
    case .notes: "Some words."
    case .overrides: nil
    case .words:
      switch row.field {
      case .retryJitter: "0.5"
      case .retryStatus: "5xx"
      default: "rows.jsonl"
      }
    }
  }

  @Test(
    "every field of every kind of step can be said, and is read back as it was said; no other line changes",
    arguments: paths)
  func says(path: NodePath) throws {
    let before = Self.text()
    for row in try Self.form(path, in: before).rows {
      guard let words = Self.words(for: row) else { continue }
      let edit = try before.setting(row.field, to: words, at: path)
      #expect(try Self.form(path, in: edit.text)[row.field]?.text == words, "\(row.label) of \(path)")
      #expect(
        Self.rest(of: before, besides: path) == Self.rest(of: edit.text, besides: path), "\(row.label) of \(path)")
    }
  }

  @Test("what is cleared is gone from the file, with what means nothing without it", arguments: paths)
  func clears(path: NodePath) throws {
    let before = Self.text()
    for row in try Self.form(path, in: before).rows where !row.text.isEmpty && row.mayBeEmpty {
      let edit = try before.setting(row.field, to: "", at: path)
      let form = try Self.form(path, in: edit.text)
      #expect(form[row.field].map(\.text) ?? "" != row.text, "\(row.label) of \(path)")
      #expect(
        Self.rest(of: before, besides: path) == Self.rest(of: edit.text, besides: path), "\(row.label) of \(path)")
    }
  }

  /// The lines of the text that are not the step's own.
  private static func rest(of text: GroupText, besides path: NodePath) -> [Substring] {
    let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard path != .root, let first = text.lines[path] else {
      return lines.filter { $0.hasPrefix(" ") && !$0.contains("renamed") }
    }
    let next = text.lines.values.filter { $0 > first }.min() ?? lines.count + 1
    let own = text.lines.keys.contains { $0 != path && $0.isInside(path) }
    let tail =
      own ? text.lines.filter { !$0.key.isInside(path) && $0.value > first }.values.min() ?? lines.count + 1 : next
    return Array(lines.prefix(first - 1)) + Array(lines.dropFirst(tail - 1).drop { $0.allSatisfy { $0 == " " } })
  }

  @Test(
    "a change is one line, written as its neighbours are",
    arguments: [
      ("1", StepField.when, ".ok", "  - request: user/login            # signs in\n", "    when: .ok\n"),
      ("1", .always, "true", "  - request: user/login            # signs in\n", "    always: true\n"),
      ("3", .when, ".a == 2", "    with: { body: { json: '{}' } }\n", "    when: \".a == 2\"\n"),
      ("9", .attempts, "30", "    every: 2s\n", "    attempts: 30\n"),
    ])
  func writes(path: String, field: StepField, words: String, above: String, line: String) throws {
    let after = try Self.text().setting(field, to: words, at: try #require(NodePath(path))).text.text
    #expect(after.contains(above + line))
  }

  @Test(
    "a step in one line stays in one line",
    arguments: [
      ("2", StepField.when, "true", "  - { local: pick, jq: '.items[0]', when: true }    # the first\n"),
      ("5", .jobItem(.assert, 1), ".c", "  - { local: sure, assert: ['.a', \".c\"] }\n"),
      ("5", .jobItem(.assert, 2), ".c", "  - { local: sure, assert: ['.a', \".b\", .c] }\n"),
      ("10", .retries, "5", "  - { request: flaky, retry: { retries: 5, delay: 50ms } }\n"),
      ("10", .retries, "", "  - { request: flaky }\n"),
    ])
  func staysInOneLine(path: String, field: StepField, words: String, line: String) throws {
    let after = try Self.text().setting(field, to: words, at: try #require(NodePath(path))).text.text
    #expect(after.contains(line), "\(after)")
  }

  @Test("a list is a filter or a file: saying one takes the place of the other; without a list its limit goes")
  func lists() throws {
    let path = try #require(NodePath("11"))
    let file = try Self.text().setting(.eachFile, to: "a.csv", at: path)
    #expect(try Self.form(path, in: file.text)[.each]?.text == "")
    #expect(try Self.form(path, in: file.text)[.limit]?.text == "4")
    let none = try Self.text().setting(.each, to: "", at: path)
    #expect(try Self.form(path, in: none.text)[.limit] == nil && !none.text.text.contains("limit: 4"))
  }

  @Test(
    "what cannot be used is refused with a sentence, and nothing changes",
    arguments: [
      ("1", StepField.when, ".a | | .b", "Column 6"), ("1", .retries, "many", "Expected a number from 0 to 100"),
      ("9", .every, "2", "A duration needs its unit"), ("11", .eachFile, "data.xml", "Expected a file that ends in"),
      ("6", .jobItem(.set, 0), "token", "Expected key = value"), ("8", .job(.run), "'open", "is not closed"),
      ("5", .jobItem(.assert, 0), ".a +", "Column"),
    ])
  func refuses(path: String, field: StepField, words: String, sentence: String) throws {
    let path = try #require(NodePath(path))
    let mistake = #expect(throws: WordsMistake.self) { try Self.text().setting(field, to: words, at: path) }
    #expect(mistake?.summary.contains(sentence) == true, "\(mistake?.summary ?? "")")
  }

  @Test("a mistake in the text stands in its field, with what was typed; others can be filled in meanwhile")
  func mistakes() throws {
    let file = "serial:\n  - { local: a, jq: '.x |' }\n  - { local: b, jq: '$steps.c.x', when: '.ok' }\n"
    let first = try Self.form(.root.node(0), in: Self.text(file))
    #expect(first[.job(.jq)]?.text == ".x |" && first[.job(.jq)]?.mistake != nil && first[.when]?.mistake == nil)
    let second = try Self.form(.root.node(1), in: Self.text(file))
    #expect(second[.job(.jq)]?.mistake?.contains("Unknown step") == true)
    let edit = try Self.text(file).setting(.when, to: ".y", at: .root.node(0))
    #expect(edit.text.text.hasPrefix("serial:\n  - { local: a, when: .y, jq: '.x |' }\n"))
  }

  @Test("only fields that mean something for the kind of step are shown")
  func kinds() throws {
    let fields = { (path: String) in try Self.form(try #require(NodePath(path)), in: Self.text()).rows.map(\.field) }
    #expect(try fields("1").contains(.overrides) && !fields("2").contains(.overrides))
    #expect(try fields("8").contains(.timeout) && !fields("2").contains(.timeout))
    #expect(try fields("9").contains(.attempts) && !fields("1").contains(.attempts))
    #expect(try fields("4").contains(.limit) && fields("11").contains(.limit) && !fields("1").contains(.limit))
    #expect(try fields("5").filter { if case .jobItem(.assert, _) = $0 { true } else { false } }.count == 3)
  }
}

extension StepForm.Row {
  /// Whether the step is still a step without it.
  fileprivate var mayBeEmpty: Bool {
    switch field {
    case .request, .group, .order, .job, .name, .overrides, .jobItem(_, 0): false
    default: true
    }
  }
}
