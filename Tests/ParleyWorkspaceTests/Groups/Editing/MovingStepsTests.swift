import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Moving the steps of a group", .timeLimit(.minutes(2)))
struct MovingStepsTests {
  private static let plain = """
    # what it is for
    serial: # in turn
      # logs in
      - request: user/login # beside
      - { request: item/page, as: 'page' }

      # apart

      # pays
      - request: cart/pay
        with:
          body:
            json: |
              { "a": 1 }

        # at its end
      - concurrent:
          - request: a # é
          # b

          - request: b
          # - request: c

    docs: text

    """

  static let moves = [
    GroupEditing(
      "down, with what stands above and beside it", plain,
      to: """
        # what it is for
        serial: # in turn
          - { request: item/page, as: 'page' }
          # logs in
          - request: user/login # beside

          # apart

          # pays
          - request: cart/pay
            with:
              body:
                json: |
                  { "a": 1 }

            # at its end
          - concurrent:
              - request: a # é
              # b

              - request: b
              # - request: c

        docs: text

        """, at: "2"
    ) { try $0.moving(["1"], by: 1) },
    GroupEditing(
      "up, with its block text and the comment at its end", plain,
      to: """
        # what it is for
        serial: # in turn
          # logs in
          - request: user/login # beside
          # pays
          - request: cart/pay
            with:
              body:
                json: |
                  { "a": 1 }

            # at its end

          # apart

          - { request: item/page, as: 'page' }
          - concurrent:
              - request: a # é
              # b

              - request: b
              # - request: c

        docs: text

        """, at: "2"
    ) { try $0.moving(["3"], by: -1) },
    GroupEditing(
      "several, a list among them", "serial:\n- request: a\n- serial:\n  - request: b\n- request: c\n- request: d",
      to: "serial:\n- serial:\n  - request: b\n- request: c\n- request: a\n- request: d", at: "1", "2"
    ) { try $0.moving(["2", "3", "2.1"], by: -1) },
    GroupEditing(
      "the last of a file that does not end with a line break", "serial:\n  - request: a\n  - request: b",
      to: "serial:\n  - request: b\n  - request: a", at: "1"
    ) { try $0.moving(["2"], by: -1) },
    GroupEditing(
      "in brackets", "serial: [ { request: a },\n  {request: b}, { request: c } ] # end\n",
      to: "serial: [ {request: b},\n  { request: a }, { request: c } ] # end\n", at: "2"
    ) { try $0.moving(["1"], by: 1) },
    GroupEditing(
      "with the line breaks of another system",
      "# é\r\nserial:\r\n  # a\r\n  - request: a\r\n  - request: b # b\r\n",
      to: "# é\r\nserial:\r\n  - request: b # b\r\n  # a\r\n  - request: a\r\n", at: "2"
    ) { try $0.moving(["1"], by: 1) },
  ]

  @Test("A step moves in its list", arguments: moves)
  func moving(_ editing: GroupEditing) throws { try editing.check() }

  static let nestings = [
    GroupEditing(
      "into the list above", "serial:\n  - concurrent:\n      - request: a\n  # b\n  - request: b\n    as: c # c\n",
      to: "serial:\n  - concurrent:\n      - request: a\n      # b\n      - request: b\n        as: c # c\n", at: "1.2"
    ) { try $0.nesting(["2"]) },
    GroupEditing(
      "into a new list where none stands above", "serial:\n  - request: a\n  - request: b\n  - request: c\n",
      to: "serial:\n  - request: a\n  - concurrent:\n      - request: b\n      - request: c\n", at: "2.1", "2.2"
    ) { try $0.nesting(["2", "3"]) },
    GroupEditing(
      "into an empty list", "serial:\n  - concurrent: [] # none yet\n    limit: 2\n  - { request: b }\n",
      to: "serial:\n  - concurrent: # none yet\n      - { request: b }\n    limit: 2\n", at: "1.1"
    ) { try $0.nesting(["2"]) },
    GroupEditing(
      "into a list in brackets, which gets lines",
      "serial:\n  - { concurrent: [{ request: a }], limit: 2 }\n  - request: b\n",
      to: "serial:\n  - concurrent:\n      - { request: a }\n      - request: b\n    limit: 2\n", at: "1.2"
    ) { try $0.nesting(["2"]) },
    GroupEditing(
      "into a list in brackets, where it fits", "serial:\n  - { concurrent: [{ request: a }] }\n  - { request: b }\n",
      to: "serial:\n  - { concurrent: [{ request: a }, { request: b }] }\n", at: "1.2"
    ) { try $0.nesting(["2"]) },
  ]

  @Test("A step goes into a list", arguments: nestings)
  func nesting(_ editing: GroupEditing) throws { try editing.check() }

  static let unnestings = [
    GroupEditing(
      "below its list",
      "serial:\n- concurrent:\n    - request: a\n    # b\n    - request: b\n      when: |-\n        true\n- request: c\n",
      to: "serial:\n- concurrent:\n    - request: a\n# b\n- request: b\n  when: |-\n    true\n- request: c\n", at: "2"
    ) { try $0.unnesting(["1.2"]) },
    GroupEditing(
      "and the list goes with its last step", "serial:\n  - concurrent:\n      - request: a\n  - request: b\n",
      to: "serial:\n  - request: a\n  - request: b\n", at: "1"
    ) { try $0.unnesting(["1.1"]) },
    GroupEditing(
      "and the list stays where it says something", "serial:\n  - concurrent:\n      - request: a\n    as: both\n",
      to: "serial:\n  - concurrent: []\n    as: both\n  - request: a\n", at: "2"
    ) { try $0.unnesting(["1.1"]) },
    GroupEditing(
      "out of brackets", "serial:\n  - { concurrent: [{ request: a }, { request: b }] }\n",
      to: "serial:\n  - { concurrent: [{ request: b }] }\n  - { request: a }\n", at: "2"
    ) { try $0.unnesting(["1.1"]) },
  ]

  @Test("A step comes out of its list", arguments: unnestings)
  func unnesting(_ editing: GroupEditing) throws { try editing.check() }

  static let wrappings = [
    GroupEditing(
      "neighbours", "serial:\n  # a\n  - request: a\n\n  - request: b # b\n\n  - request: c\n",
      to: "serial:\n  - concurrent:\n      # a\n      - request: a\n\n      - request: b # b\n\n  - request: c\n",
      at: "1"
    ) { try $0.wrapping(["1", "2"], in: .concurrent) },
    GroupEditing(
      "steps apart", "serial:\n  - request: a\n  - request: b\n  - request: c\n",
      to: "serial:\n  - serial:\n      - request: a\n      - request: c\n  - request: b\n", at: "1"
    ) { try $0.wrapping(["1", "3"], in: .serial) },
    GroupEditing(
      "in brackets", "serial: [{ request: a }, { request: b }]\n",
      to: "serial: [{ concurrent: [{ request: a }, { request: b }] }]\n", at: "1"
    ) { try $0.wrapping(["1", "2"], in: .concurrent) },
  ]

  @Test("Steps get a list of their own", arguments: wrappings)
  func wrapping(_ editing: GroupEditing) throws { try editing.check() }

  static let deletions = [
    GroupEditing(
      "with its comments", plain,
      to: """
        # what it is for
        serial: # in turn
          # logs in
          - request: user/login # beside
          - { request: item/page, as: 'page' }

          # apart

          - concurrent:
              - request: a # é
              # b

              - request: b
              # - request: c

        docs: text

        """, at: "3"
    ) { try $0.deleting(["3"]) },
    GroupEditing("the last one", "serial: # none\n  - request: a\n", to: "serial: [] # none\n", at: "") {
      try $0.deleting(["1"])
    },
    GroupEditing(
      "in brackets", "serial: [{ request: a }, { request: b }, { request: c }]",
      to: "serial: [{ request: a }, { request: c }]", at: "2"
    ) { try $0.deleting(["2"]) },
  ]

  @Test("A step goes", arguments: deletions)
  func deleting(_ editing: GroupEditing) throws { try editing.check() }

  @Test(
    "What cannot be done says why, and leaves the text",
    arguments: [
      ("serial:\n- request: a\n", "1", "It is the first of its list."),
      ("serial:\n- request: a\n", "2", "There is no step 2."),
      ("serial:\n- group: b\n", "1.1", "This step is in the group “b”."),
      (
        "serial:\n- &a request: a\n", "1",
        "The text has an error in line 2: found an anchor (&), which workspace files cannot have."
      ),
      (
        "serial: [{ request: a }, # first\n  { request: b }]\n", "2",
        "The change cannot be made without rewriting more of the file: there is a comment between [ and ], or { and }."
      ),
    ])
  func refusals(_ text: String, _ path: String, _ sentence: String) throws {
    let error = #expect(throws: GroupEditError.self) { try GroupText(text).moving([NodePath(path) ?? .root], by: -1) }
    #expect(error?.summary == sentence)
  }
}
