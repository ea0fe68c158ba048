import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// `parley shared uses` and `parley shared rename`: who uses a key, and what changes with its name.
struct SharedUsesReport: Sendable {
  let session: Session
  let console: any Console
  let printsJSON: Bool

  init(_ session: Session, _ console: any Console, printsJSON: Bool) {
    (self.session, self.console, self.printsJSON) = (session, console, printsJSON)
  }

  func uses(of name: String) async {
    let tree = session.sharedKeys.uses.tree(of: name)
    if printsJSON {
      var nodes: [JSONValue] = []
      for node in tree { nodes.append(await json(node, of: name)) }
      return console.print(.array(nodes))
    }
    if tree.isEmpty { await tellWhyNone(name) }
    for node in tree { await print(node, depth: 0, of: name) }
  }

  /// A name that is a request's, a group's or a step's is no key: what was meant is said.
  private func tellWhyNone(_ name: String) async {
    let workspace = session.workspace
    console.note("No file uses \(Printable.text(name)).")
    let entry = try? await session.shared.entry(name)
    guard entry == nil || entry?.content == .removed else { return }
    if workspace.request(name) != nil {
      return console.note(
        "  It is a request: `parley shared uses --request \(ShellWords.line(of: [name]))` lists the keys that it uses.")
    }
    if let group = workspace.groups.first(where: { $0.id == name }) {
      return console.note(steps(of: group.definition.allNodes, "It is a group"))
    }
    let steps = workspace.groups.flatMap(\.definition.allNodes).filter { $0.stepName == name }
    if !steps.isEmpty { return console.note(self.steps(of: steps, "It is a step")) }
    let nearest = NearestName.of(name, among: session.sending.scope.shared.names)
    console.note(
      nearest.map { "  There is no such key. Did you mean \(Printable.quoted($0))?" }
        ?? "  There is no such key: `parley shared list` lists the keys.")
  }

  private func steps(of nodes: [NodeDefinition], _ what: String) -> String {
    let requests = nodes.compactMap { $0.request?.value }.prefix(3)
    guard let first = requests.first else { return "  \(what), and sends no request." }
    let names = requests.map(Printable.text).joined(separator: ", ")
    return
      "  \(what) that sends \(names): `parley shared uses --request \(ShellWords.line(of: [first]))` lists the keys that a request uses."
  }

  func keys(ofRequest id: String) async throws {
    guard session.workspace.request(id) != nil else {
      throw WorkspaceError.unknownRequest(id, in: session.workspace)
    }
    let uses = session.sharedKeys.uses.keys(ofRequest: id)
    let newest = await session.sharedKeys.newestSend(of: id)
    if printsJSON {
      return console.print(
        .array(
          uses.map { use in
            var object: JSONValue = [
              "key": .string(use.key), "use": .string(use.kind.rawValue), "place": .string(use.place.short),
            ]
            object["newest"] = newest.map(json)
            return object
          }))
    }
    for use in uses { console.print(Printable.text("\(use.kind.rawValue) \(use.key)  \(use.place.short)")) }
    if let newest { console.note("Sent last: \(newest.facts)") }
  }

  func rename(_ name: String, to new: String, isDry: Bool, by prompter: any Prompter) async throws {
    let rename = SharedKeyRename(name, to: new)
    let places = rename.places(in: session.workspace)
    _ = try rename.change(in: session.workspace)
    if !isDry {
      let entry = try await session.shared.entry(name)
      guard entry != nil && entry?.content != .removed || !places.isEmpty else {
        throw UsageError.noKey(name, in: session)
      }
      try await session.sharedKeys.rename(name, to: new, by: prompter)
    }
    if printsJSON {
      return console.print(["changed": .array(places.map { .string($0.short) }), "dryRun": .bool(isDry)])
    }
    for place in places { console.print(Printable.text(place.short)) }
    console.note(
      "\(isDry ? "Would rename" : "Renamed") \(Printable.text(name)) to \(Printable.text(new)) in \(places.count.counted("place"))."
    )
  }
}

extension SharedUsesReport {
  private func print(_ node: SharedUseNode, depth: Int, of name: String) async {
    let newest = await session.sharedKeys.newestUse(of: name, by: node.subject)
    let line = [node.words, node.place.short, newest?.words].compactMap(\.self).joined(separator: "  ")
    console.print(String(repeating: "  ", count: depth) + Printable.text(line))
    for child in node.children { await print(child, depth: depth + 1, of: name) }
  }

  private func json(_ node: SharedUseNode, of name: String) async -> JSONValue {
    var object: JSONValue = ["place": .string(node.place.short)]
    object["use"] = node.kind.map { .string($0.rawValue) }
    switch node.subject {
    case .request(let id): object["request"] = .string(id)
    case .group(let id, let step):
      object["group"] = .string(id)
      object["step"] = step.map(JSONValue.string)
    case .file: break
    }
    object["newest"] = await session.sharedKeys.newestUse(of: name, by: node.subject).map(json)
    var groups: [JSONValue] = []
    for child in node.children { groups.append(await json(child, of: name)) }
    if !groups.isEmpty { object["groups"] = .array(groups) }
    return object
  }

  private func json(_ newest: NewestUse) -> JSONValue {
    var object: JSONValue = [
      "at": .string(newest.at.iso8601), "state": .string(newest.state), "failed": .bool(newest.hasFailed),
    ]
    object["run"] = newest.run.map { .number(JSONNumber($0)) }
    object["recorded"] = .bool(newest.isRecorded)
    return object
  }
}

extension NewestUse {
  fileprivate var facts: String { "\(run.map { "run \($0), " } ?? "")\(at.localMoment), \(state)" }

  /// The facts of the newest use. If it is not recorded that the key was used, they only say when the request was last
  /// sent.
  fileprivate var words: String { isRecorded ? facts : "sent last: \(facts)" }
}

extension SharedUseNode {
  fileprivate var words: String {
    let name =
      switch subject {
      case .request(let id): id
      case .group(let id, let step): step.map { "\(id), step \($0)" } ?? id
      case .file: place.file
      }
    return kind.map { "\($0.rawValue): \(name)" } ?? "in \(name)"
  }
}

extension SourcePlace {
  fileprivate var short: String { "\(file):\(line)" }
}
