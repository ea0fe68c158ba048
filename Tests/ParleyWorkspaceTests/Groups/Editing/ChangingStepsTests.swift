import ParleyEngine
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Changing the steps of a group", .timeLimit(.minutes(2)))
struct ChangingStepsTests {
  private static func request(_ id: String, as name: String? = nil) -> NodeDefinition {
    var node = NodeDefinition()
    node.request = Located(id)
    node.name = name.map { Located($0) }
    return node
  }

  static let insertions = [
    GroupEditing(
      "below a step", "serial:\n- request: a # a\n  # end of a\n# b\n- request: b\n",
      to: "serial:\n- request: a # a\n  # end of a\n- request: user/login\n# b\n- request: b\n", at: "2"
    ) { try $0.inserting([request("user/login")], below: "1") },
    GroupEditing(
      "with a blank line between, where all have one", "serial:\n  - request: a\n\n  - request: b\n",
      to: "serial:\n  - request: a\n\n  - { request: c, as: d }\n\n  - request: b\n", at: "2"
    ) { try $0.inserting([request("c", as: "d")], below: "1") },
    GroupEditing("into a new group", "serial: []\n", to: "serial:\n  - request: a\n  - request: b\n", at: "1", "2") {
      try $0.inserting([request("a"), request("b")], inside: .root)
    },
    GroupEditing("into an empty file", "# to do\n", to: "# to do\nserial:\n  - request: a\n", at: "1") {
      try $0.inserting([request("a")], inside: .root)
    },
    GroupEditing(
      "at the end of a list", "concurrent:\n    - serial:\n        - request: a\n",
      to: "concurrent:\n    - serial:\n        - request: a\n        - request: b\n", at: "1.2"
    ) { try $0.inserting([request("b")], inside: "1") },
    GroupEditing("in brackets", "serial: [{ request: a }]\n", to: "serial: [{ request: a }, { request: b }]\n", at: "2")
    {
      try $0.inserting([request("b")], below: "1")
    },
    GroupEditing(
      "with a name that is free", "serial:\n  - request: user/login\n",
      to:
        "serial:\n  - request: user/login\n  - { request: user/login, as: login_2 }\n  - { request: admin/login, as: login_3 }\n",
      at: "2", "3"
    ) { try $0.inserting([request("user/login"), request("admin/login")], below: "1") },
  ]

  @Test("A step comes in", arguments: insertions)
  func inserting(_ editing: GroupEditing) throws { try editing.check() }

  static let orders = [
    GroupEditing("of the group", "# a\nserial: # b\n- request: a\n", to: "# a\nconcurrent: # b\n- request: a\n", at: "")
    {
      try $0.switchingOrder(at: .root)
    },
    GroupEditing(
      "of a list, whose limit goes", "serial:\n  - concurrent:\n      - request: a\n    limit: 2\n    as: b\n",
      to: "serial:\n  - serial:\n      - request: a\n    as: b\n", at: "1"
    ) { try $0.switchingOrder(at: "1") },
    GroupEditing(
      "in braces", "serial: [{ concurrent: [{ request: a }], limit: 2, each: .a }]\n",
      to: "serial: [{ serial: [{ request: a }], limit: 2, each: .a }]\n", at: "1"
    ) { try $0.switchingOrder(at: "1") },
  ]

  @Test("Serial becomes concurrent, and the other way", arguments: orders)
  func switching(_ editing: GroupEditing) throws { try editing.check() }

  static let switches = [
    GroupEditing(
      "off", "serial:\n- request: a # a\n- { request: b }\n",
      to: "serial:\n- request: a # a\n  disabled: true\n- { request: b, disabled: true }\n", at: "1", "2"
    ) { try $0.setting(disabled: true, at: ["1", "2"]) },
    GroupEditing(
      "on", "serial:\n- disabled: true\n  request: a\n- { request: b, disabled: true }\n",
      to: "serial:\n- request: a\n- { request: b }\n", at: "1", "2"
    ) { try $0.setting(disabled: false, at: ["1", "2"]) },
    GroupEditing(
      "on, where a comment would be lost", "serial:\n- request: a\n  disabled: true # flaky\n",
      to: "serial:\n- request: a\n  disabled: false # flaky\n", at: "1"
    ) { try $0.setting(disabled: false, at: ["1"]) },
  ]

  @Test("A step is switched off and on", arguments: switches)
  func disabling(_ editing: GroupEditing) throws { try editing.check() }

  private static let named = """
    serial:
      - request: user/login # who
      - { local: total, jq: '$steps.login.items | length' }
      - request: cart/add
        with:
          headers: { X-User: "{{ steps.login.name }} of {{steps.login_log}}" }
          body:
            json: |
              { "é": {{steps.login.id}}, "steps.login": 1 }
        when: $steps["login"].ok and $steps.login.on

    """

  static let names = [
    GroupEditing(
      "in filters and templates too", named,
      to: """
        serial:
          - request: user/login # who
            as: me
          - { local: total, jq: '$steps.me.items | length' }
          - request: cart/add
            with:
              headers: { X-User: "{{ steps.me.name }} of {{steps.login_log}}" }
              body:
                json: |
                  { "é": {{steps.me.id}}, "steps.login": 1 }
            when: $steps["me"].ok and $steps.me.on

        """, at: "1"
    ) { try $0.renaming("1", to: "me") },
    GroupEditing(
      "of a job", "serial:\n  - { local: 'a', jq: . }\n  - { local: b, jq: $steps.a }\n",
      to: "serial:\n  - { local: 'c', jq: . }\n  - { local: b, jq: $steps.c }\n", at: "1"
    ) { try $0.renaming("1", to: "c") },
    GroupEditing(
      "back to that of its request", "serial:\n- request: a\n  as: b\n", to: "serial:\n- request: a\n", at: "1"
    ) {
      try $0.renaming("1", to: "a")
    },
    GroupEditing("of a list that had none", "serial:\n- serial: []\n", to: "serial:\n- serial: []\n  as: b\n", at: "1")
    {
      try $0.renaming("1", to: "b")
    },
  ]

  @Test("A step gets another name", arguments: names)
  func renaming(_ editing: GroupEditing) throws { try editing.check() }

  @Test("A name that cannot be, or is taken, is refused")
  func badNames() throws {
    let text = GroupText(Self.named)
    #expect(throws: GroupEditError.badName("a-b")) { try text.renaming("1", to: "a-b") }
    #expect(throws: GroupEditError.nameIsTaken("add")) { try text.renaming("1", to: "add") }
  }

  static let copies = [
    GroupEditing(
      "with a name of its own", "serial:\n  # a\n  - request: user/login # b\n  - request: c\n",
      to:
        "serial:\n  # a\n  - request: user/login # b\n  # a\n  - request: user/login # b\n    as: login_2\n  - request: c\n",
      at: "2"
    ) { try $0.duplicating(["1"]) },
    GroupEditing(
      "of a list, whose steps find one another",
      "serial:\n- serial:\n  - request: a\n  - { local: b, jq: $steps.a }\n  - { local: c, jq: $steps.b | $steps.x }\n",
      to: """
        serial:
        - serial:
          - request: a
          - { local: b, jq: $steps.a }
          - { local: c, jq: $steps.b | $steps.x }
        - serial:
          - request: a
            as: a_2
          - { local: b_2, jq: $steps.a_2 }
          - { local: c_2, jq: $steps.b_2 | $steps.x }

        """, at: "2"
    ) { try $0.duplicating(["1"]) },
    GroupEditing(
      "in brackets", "serial: [{ request: a }]", to: "serial: [{ request: a }, { request: a, as: a_2 }]", at: "2"
    ) { try $0.duplicating(["1"]) },
  ]

  @Test("A step is copied", arguments: copies)
  func duplicating(_ editing: GroupEditing) throws { try editing.check() }

  static let replacements = [
    GroupEditing(
      "only what changed is written",
      "serial:\n  - as: 'b' # name\n    request: a\n    # why\n    when: .x\n    unknown: 1\n",
      to: "serial:\n  - as: 'c' # name\n    request: a\n    # why\n    when: .x\n    always: true\n    unknown: 1\n",
      at: "1"
    ) { text in
      var node = try text.definition(at: "1")
      (node.name, node.always) = (Located("c"), Located(true))
      return try text.replacing("1", by: node)
    },
    GroupEditing(
      "a body of several lines gets lines", "serial:\n  - request: a\n",
      to:
        "serial:\n  - request: a\n    with:\n      body:\n        json: |-\n          {\n            \"a\": 1\n          }\n",
      at: "1"
    ) { text in
      var node = try text.definition(at: "1")
      node.with = WithDefinition()
      node.with?.body = .json("{\n  \"a\": 1\n}")
      return try text.replacing("1", by: node)
    },
    GroupEditing(
      "a step in braces gets lines where one would be too long",
      "serial:\n  # a\n  - { request: a, as: b } # c\n  - { request: b }\n",
      to:
        "serial:\n  # a\n  - request: a # c\n    as: b\n    with:\n      body:\n        json: |-\n          {\n          }\n  - { request: b }\n",
      at: "1"
    ) { text in
      var node = try text.definition(at: "1")
      node.with = WithDefinition()
      node.with?.body = .json("{\n}")
      return try text.replacing("1", by: node)
    },
  ]

  @Test("A step says something else", arguments: replacements)
  func replacing(_ editing: GroupEditing) throws { try editing.check() }
}
