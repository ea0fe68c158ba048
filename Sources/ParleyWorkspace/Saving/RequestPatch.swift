/// What a request's file should say after an edit: what it said, but for the keys whose values changed.
struct RequestPatch {
  private let before: RequestDefinition
  private let after: RequestDefinition
  private let root: YAMLNode?

  init(from before: RequestDefinition, to after: RequestDefinition, root: YAMLNode?) {
    self.before = before
    self.after = after
    self.root = root
  }

  /// The keys whose values change.
  var changedKeys: Set<String> { Set(changes.keys) }

  /// All keys in the order they should stand.
  var entries: [YAMLValue.Entry] {
    var result = (root?.entries ?? []).compactMap(remaining)
    for name in RequestDefinition.form.names {
      guard let value = changes[name] ?? nil, root?[name] == nil else { continue }
      result.insert(.init(key: name, value: value), at: position(of: name, in: result))
    }
    return result
  }

  private func remaining(_ entry: YAMLEntry) -> YAMLValue.Entry? {
    guard let change = changes[entry.key.value] else { return .init(key: entry.key.value, value: .kept(entry.value)) }
    return change.map { .init(key: entry.key.value, value: $0) }
  }

  /// Behind the keys that come before it in the format's order.
  private func position(of name: String, in entries: [YAMLValue.Entry]) -> Int {
    let names = RequestDefinition.form.names
    let earlier = Set(names.prefix { $0 != name })
    return entries.lastIndex { earlier.contains($0.key) }.map { $0 + 1 } ?? 0
  }

  // MARK: Changes

  /// The wanted value of each key that changes; `nil` where it goes.
  private var changes: [String: YAMLValue?] {
    var changes: [String: YAMLValue?] = [:]
    change("method", before.method, after.method, in: &changes)
    change("url", before.url, after.url, in: &changes)
    change("server", before.server, after.server, in: &changes)
    change("docs", before.docs, after.docs, in: &changes)
    if before.query != after.query { changes.updateValue(rows(after.query, in: root?["query"]), forKey: "query") }
    if before.headers != after.headers {
      changes.updateValue(rows(after.headers, in: root?["headers"]), forKey: "headers")
    }
    if before.body != after.body { changes.updateValue(after.body.map(body), forKey: "body") }
    if before.expect != after.expect { changes.updateValue(expect, forKey: "expect") }
    if before.options != after.options { changes.updateValue(options, forKey: "options") }
    return changes
  }

  private func change(
    _ key: String, _ before: Located<String>?, _ after: Located<String>?, in changes: inout [String: YAMLValue?]
  ) {
    if before != after { changes.updateValue(after.map { .scalar($0.value) }, forKey: key) }
  }

  private func rows(_ rows: [Row], in existing: YAMLNode?) -> YAMLValue? {
    rows.isEmpty ? nil : RowLayout(rows, existing: existing).value
  }

  private func body(_ body: BodyDefinition) -> YAMLValue {
    let existing = root?["body"]
    let value: YAMLValue =
      switch body {
      case .json(let text), .text(let text): .scalar(text.value)
      case .form(let rows): RowLayout(rows, existing: existing?["form"]).value
      }
    return .mapping([.init(key: body.kind, value: value)], isFlow: false)
  }

  private var expect: YAMLValue? {
    updated(root?["expect"], ["status": after.expect.status.map(\.value.written)], changed: ["status"])
  }

  private var options: YAMLValue? {
    let values: [String: YAMLValue?] = [
      "timeout": after.options.timeout.map { .scalar(DurationText.text(of: $0.value)) },
      "redirects": after.options.redirects.map { .scalar("\($0.value)") },
    ]
    var changed: [String] = []
    if before.options.timeout != after.options.timeout { changed.append("timeout") }
    if before.options.redirects != after.options.redirects { changed.append("redirects") }
    return updated(root?["options"], values, changed: changed)
  }

  /// A small map with some values changed; what else stands in it stays.
  private func updated(_ existing: YAMLNode?, _ values: [String: YAMLValue?], changed: [String]) -> YAMLValue? {
    let kept = (existing?.entries ?? []).compactMap { entry -> YAMLValue.Entry? in
      guard changed.contains(entry.key.value) else { return .init(key: entry.key.value, value: .kept(entry.value)) }
      return (values[entry.key.value] ?? nil).map { .init(key: entry.key.value, value: $0) }
    }
    let added = changed.compactMap { key -> YAMLValue.Entry? in
      guard existing?[key] == nil, let value = values[key] ?? nil else { return nil }
      return .init(key: key, value: value)
    }
    return (kept + added).isEmpty ? nil : .mapping(kept + added, isFlow: true)
  }
}

extension StatusExpectation {
  fileprivate var written: YAMLValue {
    switch self {
    case .any: .scalar("any")
    case .oneOf(let patterns):
      patterns.count == 1
        ? .scalar(patterns[0].description) : .sequence(patterns.map { .scalar($0.description) }, isFlow: true)
    }
  }
}
