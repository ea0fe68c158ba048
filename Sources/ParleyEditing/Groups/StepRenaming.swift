internal import ParleyEngine
import ParleyFiles
internal import ParleyText

/// Gives steps other names, and changes the filters and templates that find them.
struct StepRenaming {
  private let text: GroupText
  private let names: [String: String]
  private(set) var edits = TextEdits()
  /// The changed texts, by the offset at which each begins.
  private var texts: [Int: String] = [:]
  /// The changed values of steps that write out their names, by the step's offset. Texts inside them are not changed
  /// yet.
  private var named: [Int: YAMLValue] = [:]

  init(_ text: GroupText, _ names: [String: String]) {
    self.text = text
    self.names = names
  }

  /// Changes a step, and those inside it.
  mutating func change(_ node: NodeDefinition, at step: WrittenStep) throws(GroupEditError) {
    if let old = node.stepName, let new = names[old] { try name(step, new) }
    for filter in node.filters { try change(filter) }
    for text in node.texts where text.value.hasTemplateMark { try change(text) }
    try change(node.list.nodes, at: step.list)
  }

  mutating func change(_ nodes: [NodeDefinition], at list: WrittenList?) throws(GroupEditError) {
    for (node, step) in zip(nodes, list?.steps.filter(\.isReadable) ?? []) { try change(node, at: step) }
  }

  /// Writes a name beside a step; none where its request or group has it.
  package mutating func name(_ step: WrittenStep, _ name: String) throws(GroupEditError) {
    let patch = try text.patch(of: step) { node in
      if node.local != nil { node.local = Located(name) } else { node.name = Located(name) }
      let derived = (node.request ?? node.group)?.value.lastPathPart.asStepName
      if node.local == nil, derived == name { node.name = nil }
    }
    edits.add(patch.edits)
    named[step.id] = patch.value
  }

  // MARK: Filters and templates

  private mutating func change(_ filter: Located<JQFilter>) throws(GroupEditError) {
    let bytes = Array(filter.value.text.utf8)
    var places: [(Range<Int>, String)] = []
    for (name, range) in filter.value.stepNames {
      guard let new = names[name] else { continue }
      let start = bytes[range].first == UInt8(ascii: "\"") ? range.lowerBound + 1 : range.lowerBound
      let place = start..<start + name.utf8.count
      guard place.upperBound <= bytes.count, bytes[place].elementsEqual(name.utf8) else {
        throw .cannotBeKept("a filter in line \(filter.place?.line ?? 0) computes the name \(name)")
      }
      places.append((place, new))
    }
    try replace(places, in: Located(filter.value.text, at: filter.place))
  }

  private mutating func change(_ located: Located<String>) throws(GroupEditError) {
    let parsed = TemplateText(located.value)
    let bytes = Array(located.value.utf8)
    var places: [(Range<Int>, String)] = []
    for template in parsed.templates {
      for name in Set(template.expression.all.compactMap(\.stepName)) {
        guard let new = names[name] else { continue }
        places += bytes.uses(ofStep: name, in: template.range).map { ($0, new) }
      }
    }
    try replace(places, in: located)
    guard let said = located.place.flatMap({ texts[$0.range.lowerBound] }) else { return }
    let wanted = parsed.templates.map { $0.expression.renamingSteps(names) }
    guard TemplateText(said).templates.map(\.expression) == wanted else {
      throw .cannotBeKept("a template in line \(located.place?.line ?? 0) uses the name in another way")
    }
  }

  private mutating func replace(_ places: [(Range<Int>, String)], in located: Located<String>) throws(GroupEditError) {
    guard !places.isEmpty else { return }
    guard let whole = located.place else { throw .cannotBeKept("a use of the name cannot be found") }
    var bytes = Array(located.value.utf8)
    for (place, new) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      guard let source = text.source.place(of: place, in: located) else { continue }
      edits.replace(source.range, with: new)
      bytes.replaceSubrange(place, with: new.utf8)
    }
    texts[whole.range.lowerBound] = String(decoding: bytes, as: UTF8.self)
  }

  // MARK: What is said then

  func said(by node: YAMLNode) -> YAMLValue {
    if let value = named[node.place.range.lowerBound], node.entries != nil { return value.mapKept(said) }
    return switch node.content {
    case .scalar: texts[node.place.range.lowerBound].map(YAMLValue.scalar) ?? .kept(node)
    case .sequence(let items): .sequence(items.map(said), isFlow: node.isFlow)
    case .mapping(let entries):
      .mapping(entries.map { .init(key: $0.key.value, value: said(by: $0.value)) }, isFlow: node.isFlow)
    }
  }
}

extension YAMLValue {
  fileprivate func mapKept(_ change: (YAMLNode) -> YAMLValue) -> YAMLValue {
    switch self {
    case .kept(let node): change(node)
    case .scalar: self
    case .mapping(let entries, let isFlow):
      .mapping(entries.map { .init(key: $0.key, value: $0.value.mapKept(change)) }, isFlow: isFlow)
    case .sequence(let items, let isFlow): .sequence(items.map { $0.mapKept(change) }, isFlow: isFlow)
    }
  }
}

extension Template.Expression {
  fileprivate var stepName: String? {
    guard case .document(.steps, let path) = self, case .key(let name)? = path.segments.first else { return nil }
    return name
  }

  fileprivate func renamingSteps(_ names: [String: String]) -> Template.Expression {
    switch self {
    case .document(.steps, let path):
      guard let new = stepName.flatMap({ names[$0] }) else { return self }
      return .document(.steps, ValuePath([.key(new)] + path.segments.dropFirst()))
    case .call(let function, let arguments, let path):
      return .call(function, arguments.map { $0.renamingSteps(names) }, path: path)
    default: return self
    }
  }
}

extension [UInt8] {
  /// The ranges of the name in every `steps.NAME`.
  fileprivate func uses(ofStep name: String, in range: Range<Int>) -> [Range<Int>] {
    let wanted = Array("steps.\(name)".utf8)
    return range.dropLast(Swift.max(0, wanted.count - 1)).compactMap { start in
      let end = start + wanted.count
      guard self[start..<end].elementsEqual(wanted), start == range.lowerBound || !self[start - 1].isNamePart,
        end == range.upperBound || !self[end].isNamePart
      else { return nil }
      return end - name.utf8.count..<end
    }
  }
}

extension UInt8 {
  fileprivate var isNamePart: Bool { isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
