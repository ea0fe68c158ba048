internal import ParleyEngine
internal import ParleyText

/// The knowledge of a scope about a document that does not exist yet.
package struct KnownDocument: Sendable, Equatable {
  /// The top-level keys; nil when they are not known.
  var keys: KnownNames?

  package init(keys: [String]? = nil) { self.keys = keys.map { KnownNames($0) } }
  init(names: KnownNames) { keys = names }
}

/// Names in their order, each once, of which the last ones can be let go of again.
struct KnownNames: Sendable, Equatable {
  private(set) var all: [String] = []
  private var set: Set<ExactString> = []
  /// Of names of steps: the others of the group.
  var surroundings = StepSurroundings()

  init(_ names: [String] = []) { add(names) }

  var count: Int { all.count }

  package mutating func add(_ names: some Sequence<String>) {
    for name in names where set.insert(ExactString(name)).inserted { all.append(name) }
  }

  /// Lets go of those that came after the first ones.
  package mutating func keep(first count: Int) {
    while all.count > count { set.remove(ExactString(all.removeLast())) }
  }

  package func contains(_ name: String) -> Bool { set.contains(ExactString(name)) }
}

extension TemplateDocument {
  /// Goes on after "… is known ".
  var whereabouts: String {
    switch self {
    case .steps, .input: "in the nodes of a group"
    case .request: "in the replies of mocks"
    }
  }
}

extension ScopeWalk {
  mutating func look(at document: TemplateDocument, _ path: ValuePath) -> Finding {
    let source = ValueSource.document(document, path)
    guard let known = scope.documents[document] else {
      note(.unknownName, "“\(document.rawValue)” is only available \(document.whereabouts)")
      return Finding(source: source)
    }
    if let keys = known.keys, case .key(let key)? = path.segments.first, !keys.contains(key) {
      if let known = keys.surroundings.words(for: key) {
        note(.unknownName, known.problem, hint: known.hint)
        return Finding(source: source)
      }
      let nearest = NearestName.of(key, among: keys.all)
      let hint =
        keys.all.isEmpty ? "no step comes before it" : "steps before it: \(keys.all.prefix(8).joined(separator: ", "))"
      note(.unknownName, "unknown step \(Printable.quoted(key))", nearest: nearest, hint: nearest == nil ? hint : nil)
    }
    return Finding(source: source)
  }
}
