import ParleyEngine
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

/// The same for the steps of a group, which are changed in the text of their file.
@Suite("Saving changes the bytes of one field of a step", .timeLimit(.minutes(2)))
struct StepSavingTests {
  private static let steps = ObjectSchema(
    title: "a node", properties: NodeDefinition.form.schema.properties.filter { !$0.isOfSteps }, isChoice: false)

  /// What each key means something beside.
  private static let companions: [String: [(key: String, value: String)]] = {
    let request = [(key: "request", value: "a/b")]
    let job = [(key: "local", value: "job")]
    let program = job + [(key: "run", value: "[ sh ]")]
    var companions = Dictionary(uniqueKeysWithValues: steps.properties.map { ("a node.\($0.name)", request) })
    for kind in ["request", "group"] { companions["a node.\(kind)"] = [] }
    for kind in ["jq", "run", "wait", "assert", "set"] { companions["a node.\(kind)"] = job }
    companions["a node.local"] = [(key: "jq", value: ".")]
    for key in ["timeout", "env"] { companions["a node.\(key)"] = program }
    for key in ["every", "attempts", "alsoFailed"] {
      companions["a node.\(key)"] = request + [(key: "until", value: ".ok")]
    }
    for key in ["limit", "onFailure"] { companions["a node.\(key)"] = request + [(key: "each", value: ".list")] }
    companions["each.file"] = []
    return companions
  }()

  @Test("in lines and in braces", arguments: FieldRoute.all(in: steps), [true, false])
  func step(route: FieldRoute, isInBraces: Bool) throws {
    let sample = FieldSample(route, of: NodeDefinition.form, companions: Self.companions)
    let (one, other) = try #require(sample.values(), "no two of the candidates are values of the key")
    let text = Self.group(of: sample.tree(saying: one), isInBraces)
    let changed = Self.group(of: sample.tree(saying: other), isInBraces)
    #expect(text.text != changed.text)
    let (before, after) = (try Self.node(in: text), try Self.node(in: changed))
    #expect(try text.replacing(Self.path, by: before).text.text == text.text)
    let saved = try text.replacing(Self.path, by: after).text
    #expect(try Self.node(in: saved) == after)
    try checkRest(saved, of: text, without: route)
    try checkAbsence(sample, text, before, isInBraces)
  }

  /// All but the key's value is as it was.
  private func checkRest(_ saved: GroupText, of text: GroupText, without route: FieldRoute) throws {
    let step = text.document.root?["serial"]?.items?[1]
    let value = try #require(step?.entries?.first { $0.key.value == route.first }?.value)
    let (bytes, after) = (text.source.bytes, saved.source.bytes)
    let isFrontKept = after.starts(with: bytes[..<value.place.range.lowerBound])
    let isRestKept = after.reversed().starts(with: bytes[value.place.range.upperBound...].reversed())
    #expect(isFrontKept && isRestKept, "\(text.text)became\n\(saved.text)")
  }

  private func checkAbsence(
    _ sample: FieldSample<NodeDefinition>, _ text: GroupText, _ node: NodeDefinition, _ isInBraces: Bool
  ) throws {
    let without = Self.group(of: sample.tree(saying: nil), isInBraces)
    guard !without.definition.diagnostics.contains(where: { $0.severity == .error }) else { return }
    let absent = try Self.node(in: without)
    let inserted = try without.replacing(Self.path, by: node).text
    #expect(try Self.node(in: inserted) == node)
    let removed = try inserted.replacing(Self.path, by: absent).text
    #expect(try Self.node(in: removed) == absent)
    if !sample.isShortened { #expect(removed.text.withoutSpaces == without.text.withoutSpaces) }
    #expect(try Self.node(in: text.replacing(Self.path, by: absent).text) == absent)
  }

  @Test("and of the group itself", arguments: ["onFailure", "limit", "tags", "docs"])
  func group(key: String) throws {
    let list = [(key: "concurrent", value: "[ { request:   a } ,  { request: b } ]")]
    let companions = Dictionary(uniqueKeysWithValues: GroupDefinition.form.names.map { ("a group.\($0)", list) })
    let routes = FieldRoute.all(in: GroupDefinition.form.schema)
    let route = try #require(routes.first { $0.testDescription == key })
    let sample = FieldSample(route, of: GroupDefinition.form, companions: companions)
    let (one, other) = try #require(sample.values())
    for layout in SampleTree.Layout.allCases {
      let text = GroupText(sample.tree(saying: one).text(layout), ofGroup: "g")
      let after = try #require(sample.read(sample.tree(saying: other).text(layout)))
      let saved = try text.replacingGroup(by: after).text
      #expect(sample.read(saved.text) == after)
      let (bytes, range) = (text.source.bytes, try #require(sample.range(in: text.text)))
      #expect(saved.source.bytes.starts(with: bytes[..<range.lowerBound]))
      #expect(saved.source.bytes.reversed().starts(with: bytes[range.upperBound...].reversed()))
    }
  }

  // MARK: The group

  private static let path = NodePath.root.node(1)

  private static func group(of step: SampleTree, _ isInBraces: Bool) -> GroupText {
    let text = """
      # first
      tags:   [ smoke ]   # found by it
      serial:
        - request:   user/login   # logs in
        # the step
      \(step.item(isInBraces))
        # the next
        - { request: b,   as: last }
      # end

      """
    return GroupText(text, ofGroup: "g")
  }

  private static func node(in text: GroupText) throws -> NodeDefinition { try text.definition(at: path) }
}

extension ObjectSchema.Property {
  /// Steps inside a step are changed by themselves.
  fileprivate var isOfSteps: Bool { ["serial", "concurrent"].contains(name) }
}

extension FieldRoute {
  fileprivate var first: String? {
    if case .key(let property, _)? = steps.first { property.name } else { nil }
  }
}

extension SampleTree {
  /// As an item of a list.
  fileprivate func item(_ isInBraces: Bool) -> String {
    guard case .map(let entries) = self, !isInBraces else { return "  -  \(inBraces)   # a step" }
    return entries.enumerated().map { index, entry in
      "  \(index == 0 ? "- " : "  ")\(entry.key):   \(entry.value.inBraces)   # of \(entry.key)"
    }.joined(separator: "\n")
  }
}
