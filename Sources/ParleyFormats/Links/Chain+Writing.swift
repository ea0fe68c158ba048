package import ParleyEditing
internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyText

// As the file of a group.
extension Chain {
  /// The steps, one after the other, with these links. A link that cannot be written is left out.
  /// - Parameter carried: the indices in `changes` of the sent changes that the steps are to repeat.
  package func nodes(taking taken: some Sequence<Int>, carrying carried: some Sequence<Int> = []) -> [NodeDefinition] {
    let changes = carried.map { self.changes[$0] }.filter { $0.state == .possible }
    let links = taken.map { offers[$0] }.filter { $0.state == .possible }.map(\.link)
    return steps.indices.flatMap { index -> [NodeDefinition] in
      let own = links.filter { $0.target == index }
      var node = NodeDefinition()
      node.request = Located(steps[index].request.id)
      if node.stepName != names[index] { node.name = Located(names[index]) }
      node.with = with(own, changes.filter { $0.step == index }, of: steps[index])
      return own.compactMap(job) + [node] + [headersJob(of: index, for: links)].compactMap(\.self)
    }
  }

  /// The text of the whole file.
  package func groupText(
    _ id: String, taking taken: some Sequence<Int>, carrying carried: some Sequence<Int> = []
  ) throws(GroupEditError) -> GroupText {
    try GroupText("", ofGroup: id).inserting(nodes(taking: taken, carrying: carried), inside: .root).text
  }

  private func with(_ links: [ChainLink], _ changes: [SentChange], of step: ChainStep) -> WithDefinition? {
    var writing = WithWriting(step)
    for change in changes where !links.contains(where: { $0.place == change.place }) {
      guard let place = change.place, let written = try? step.written(at: place) else { continue }
      writing.set(written.part.literal(change.text), at: written.part)
    }
    let places = links.map(\.place).reduce(into: [LinkPlace]()) { if !$0.contains($1) { $0.append($1) } }
    for place in places {
      let own = links.filter { $0.place == place }
      guard let written = try? step.written(at: place), let text = try? replaced(own, at: written) else { continue }
      writing.set(text, at: written.part)
    }
    return writing.with
  }
}

/// Puts together what a step says differently from its request.
private struct WithWriting {
  @CopyOnWrite private var request: EffectiveRequest
  private let step: ChainStep
  private var path: [Row] = []
  private var query: [Row] = []
  private var headers: [Row] = []
  private var form: [Row]?
  private var parts: [PartDefinition]?
  private var json: [(range: Range<Int>, text: String)] = []
  private var text: String?

  init(_ step: ChainStep) {
    (self.step, request) = (step, step.request)
  }

  mutating func set(_ text: String, at part: WrittenPlace.Part) {
    switch part {
    case .path(let name): path.append(Row(name, text))
    case .query(let name, let index):
      Self.set(text, name, index, in: &query, from: request.definition.query) { $0.isIdentical(to: $1) }
    case .header(let name, let index):
      Self.set(text, name, index, in: &headers, from: step.headerRows(name)) { $0.lowercased() == $1.lowercased() }
    case .form(let name, let index): setForm(text, name, index)
    case .part(let name, let index): setPart(text, name, index)
    case .json(let range, let isNumber): json.append((range, isNumber ? text : "\"\(text)\""))
    case .text: self.text = text
    }
  }

  /// Rows of one name replace those of the request together.
  private static func set(
    _ text: String, _ name: String, _ index: Int, in rows: inout [Row], from written: [Row],
    isSame: (String, String) -> Bool
  ) {
    if !rows.contains(where: { isSame($0.name, name) }) {
      let same = written.filter { $0.isOn && isSame($0.name, name) }.map { Row($0.name, $0.value) }
      rows += same.isEmpty ? [Row(name, text)] : same
    }
    let places = rows.indices.filter { isSame(rows[$0].name, name) }
    if places.indices.contains(index) { rows[places[index]].value = text }
  }

  private mutating func setForm(_ text: String, _ name: String, _ index: Int) {
    var rows = form ?? (request.definition.body?.rows ?? []).map { Row($0.name, $0.value, isOn: $0.isOn) }
    let places = rows.indices.filter { rows[$0].isOn && rows[$0].name.isIdentical(to: name) }
    if places.indices.contains(index) { rows[places[index]].value = text }
    form = rows
  }

  private mutating func setPart(_ text: String, _ name: String, _ index: Int) {
    guard case .multipart(let written) = request.definition.body else { return }
    var all = parts ?? written
    let places = all.indices.filter { index in
      guard all[index].isOn, all[index].name.isIdentical(to: name), case .text = all[index].content else {
        return false
      }
      return true
    }
    if places.indices.contains(index) { all[places[index]].content = .text(text) }
    parts = all
  }

  var with: WithDefinition? {
    var with = WithDefinition()
    (with.path, with.query, with.headers, with.body) = (path, query, headers, body)
    return with == WithDefinition() ? nil : with
  }

  private var body: BodyDefinition? {
    if let form { return .form(form) }
    if let parts { return .multipart(parts) }
    if let text { return .text(Located(text)) }
    guard !json.isEmpty else { return nil }
    switch request.definition.body {
    case .json(let text): return .json(Located(changed(text.value)))
    case .graphql(var query):
      query.variables = query.variables.map { Located(changed($0.value)) }
      return .graphql(query)
    default: return nil
    }
  }

  private func changed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in json.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension WrittenPlace.Part {
  /// A text as it stands there.
  fileprivate func literal(_ text: String) -> String {
    guard case .json(_, isNumber: false) = self else { return TemplateEscape.escaped(text) }
    return TemplateEscape.escaped(String(JSONPrinter.compact.string(of: .string(text)).dropFirst().dropLast()))
  }
}
