extension NodeRecord {
  /// The sources of its values, as it was made, with those of the values that a person replaced at a pause.
  package var sources: [NodeSource] { made.edits.reduce(made.sources) { $1.applied(to: $0) } }
}

extension Provenance {
  /// A person put it there at a pause.
  package static let byHand = Provenance.other("✎ edited by hand at a pause")
}

extension NodeEdit {
  fileprivate func applied(to sources: [NodeSource]) -> [NodeSource] {
    switch part {
    case .input: [NodeSource(place: "input", origin: .byHand)] + sources.filter { $0.elementPath == nil }
    case .list: [NodeSource(place: "list", origin: .byHand)] + sources
    case .result, .value: [NodeSource(place: NodeSource.output("."), origin: origin)] + sources.filter { !$0.isOutput }
    case .request: changedRequest.reduce(sources) { $1.applied(to: $0) }
    }
  }

  private var origin: Provenance {
    run.map { .other("✎ the result that run \($0) recorded") } ?? .byHand
  }

  /// The parts of a request that are other than they were; of an old recording, which does not say, all.
  private var changedRequest: [ChangedPart] {
    guard let was = RequestParts(was), let became = RequestParts(became) else { return [.whole] }
    return was.changes(to: became)
  }
}

extension NodeSource {
  fileprivate var isOutput: Bool { place == "output" || place.hasPrefix("output.") || place.hasPrefix("output[") }
}

/// A part of a request that a person has changed, by the name that sources have for it.
private enum ChangedPart {
  case whole
  case body
  case url
  case named(String)

  func applied(to sources: [NodeSource]) -> [NodeSource] {
    sources.filter { !isGone($0.place) } + [NodeSource(place: name, origin: .byHand)]
  }

  private static let bodies = ["body", "part ", "form ", "graphql "]

  private var name: String {
    switch self {
    case .whole: "request"
    case .body: "body"
    case .url: "url"
    case .named(let name): name
    }
  }

  private func isGone(_ place: String) -> Bool {
    switch self {
    case .whole: place != "input"
    case .body: Self.bodies.contains { place.hasPrefix($0) }
    case .url: place == "url" || place.hasPrefix("path ")
    case .named(let name): place.lowercased() == name.lowercased()
    }
  }
}

extension RequestParts {
  fileprivate func changes(to new: RequestParts) -> [ChangedPart] {
    var changes: [ChangedPart] = method == new.method ? [] : [.named("method")]
    if address != new.address { changes.append(.url) }
    changes += Self.names(of: query, new.query).map { .named("query \($0)") }
    changes += Self.names(of: headers, new.headers).map { .named("header \($0)") }
    return body == new.body ? changes : changes + [.body]
  }

  private var address: Substring { url.prefix { $0 != "?" && $0 != "#" } }

  private var query: [Row] {
    guard let start = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: start)...].prefix { $0 != "#" }.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return Row(String(name), String(item.dropFirst(name.count + 1)))
    }
  }

  /// Of rows that are not the same in both, each once, in order.
  private static func names(of old: [Row], _ new: [Row]) -> [String] {
    let names = (old + new).map(\.name).reduce(into: [String]()) { names, name in
      if !names.contains(where: { $0.lowercased() == name.lowercased() }) { names.append(name) }
    }
    func values(_ rows: [Row], _ name: String) -> [String] {
      rows.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
    return names.filter { values(old, $0) != values(new, $0) }
  }
}
