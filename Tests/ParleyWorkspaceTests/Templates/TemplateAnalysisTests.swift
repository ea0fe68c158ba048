import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Looking at a text without filling it in", .timeLimit(.minutes(2)))
struct TemplateAnalysisTests {
  private let scope = TemplateScope.make(
    environment: """
      vars:
        baseUrl: "http://{{host}}:8080"
        host: 127.0.0.1
        email: ada@example.com
        password: { secret: prompt }
        token: { secret: env API_TOKEN }
        key: { secret: { command: [pass, show] } }
        header: "Bearer {{token}}"
      """,
    workspace: "vars: { email: nobody@example.com, locale: en }\n", requestIDs: ["user/login", "cart/read"])

  @Test("tells each value and where it comes from")
  func previews() {
    let uses = scope.analysis(of: "{{baseUrl}} {{email}} {{locale}}").uses
    #expect(uses.map(\.preview) == ["http://127.0.0.1:8080", "ada@example.com", "en"])
    #expect(
      uses.map(\.source.description) == ["environments/local.yaml:2", "environments/local.yaml:4", "parley.yaml:1"])
    #expect(uses.map(\.isSecret) == [false, false, false])
  }

  @Test("shows no secret, and nothing that is made of one")
  func secrets() {
    let analysis = scope.analysis(of: "{{password}} {{header}} {{base64(token)}} {{email}}")
    #expect(analysis.uses.map(\.preview) == [nil, nil, nil, "ada@example.com"])
    #expect(analysis.uses.map(\.isSecret) == [true, true, true, false])
    #expect(analysis.touchesSecret)
    #expect(!scope.analysis(of: "{{email}}").touchesSecret)
    #expect(
      analysis.uses.map(\.source.description) == [
        "asked when sent", "environments/local.yaml:8", "base64()", "environments/local.yaml:4",
      ])
  }

  @Test("tells what is given when it is sent and what is known to be missing, through all names")
  func presence() {
    var scope = scope
    let text = "{{email}} {{password}} {{header}} {{key}} {{secret('PIN')}} {{shared.token}}"
    let expected: [ValuePresence] = [.present, .givenWhenSent, .present, .givenWhenSent, .givenWhenSent, .present]
    #expect(scope.analysis(of: text).uses.map(\.presence) == expected)
    scope.isVariableSet = { $0 != "API_TOKEN" }
    #expect(scope.analysis(of: "{{header}} {{base64(token)}}").uses.map(\.presence) == [.missing, .missing])
    scope.kept = ["password": .machine, "PIN": .session]
    #expect(scope.analysis(of: "{{password}} {{secret('PIN')}}").uses.map(\.presence) == [.present, .present])
  }

  @Test("tells what a send will need, through all names")
  func needs() {
    let needs = scope.analysis(
      of: "{{header}} {{key}} {{password}} {{prompt('PIN')}} {{env.HOME}} {{response('cart/read').id}}"
    ).needs
    #expect(
      needs.questions == [
        PromptQuestion(name: "password", isSecret: true), PromptQuestion(name: "PIN", isSecret: false),
      ])
    #expect(needs.environmentVariables == ["API_TOKEN", "HOME"])
    #expect(needs.commands == [["pass", "show"]])
    #expect(needs.responses == ["cart/read"])
  }

  @Test("asks for nothing that was given for this run, and keeps a secret one")
  func given() {
    let scope = TemplateScope.make(
      environment: "vars: { password: { secret: prompt } }", given: ["password": "abc", "PIN": "1"])
    let analysis = scope.analysis(of: "{{password}}{{prompt('PIN')}}")
    #expect(analysis.needs.questions.isEmpty)
    #expect(analysis.uses.map(\.isSecret) == [true, false])
    #expect(analysis.uses.map(\.preview) == [nil, "1"])
  }

  @Test("tells an unknown name with the nearest known one")
  func unknown() {
    let problems = scope.analysis(of: "x {{emial}} {{some.token1}}").problems
    #expect(problems.map(\.message) == ["unknown name “emial”", "unknown name “some.token1”"])
    #expect(problems.map(\.nearest) == ["email", nil])
    #expect(problems.map(\.range) == [2..<11, 12..<27])
    let names = "baseUrl, host, email, password, token, key, header, locale"
    let place = "under vars in environments/NAME.yaml or parley.yaml"
    #expect(problems.last?.hint == "known names: \(names); others are declared \(place)")
  }

  @Test("tells an unknown request that a response is wanted of")
  func unknownRequest() {
    let problem = scope.analysis(of: "{{response('user/logn').id}}").problems.first
    #expect(problem?.message == "unknown request “user/logn”")
    #expect(problem?.nearest == "user/login")
  }

  @Test("tells a mistake in the value of a name, and the way to it")
  func insideValues() {
    let scope = TemplateScope.make(workspace: "vars: { a: '{{b}}', b: 'x{{c}}', d: '{{e' }\n")
    let problems = scope.analysis(of: "{{a}}{{d}}").problems
    #expect(
      problems.map(\.message) == [
        "unknown name “c” in the value of a → b", "“{{” is not closed; expected “}}” in the value of d",
      ])
    #expect(problems.map(\.isInValue) == [true, true])
  }

  @Test("tells a circle", arguments: [("{{a}}", "a → b → a"), ("{{c}}", "c → c")])
  func circles(text: String, circle: String) {
    let scope = TemplateScope.make(workspace: "vars: { a: '{{b}}', b: '{{a}}', c: 'x{{c}}' }\n")
    #expect(scope.analysis(of: text).problems.map(\.message) == ["values refer to each other in a circle: \(circle)"])
  }

  @Test("ends, when values double one another a hundred times")
  func doubling() {
    let vars = (0..<100).map { "  v\($0): '{{v\($0 + 1)}}{{v\($0 + 1)}}'" } + ["  v100: x"]
    let scope = TemplateScope.make(workspace: "vars:\n" + vars.joined(separator: "\n"))
    let analysis = scope.analysis(of: "{{v0}}")
    #expect(analysis.problems.isEmpty)
    #expect(analysis.uses.first?.preview?.count == 1_000)
  }
}
