extension GroupDefinition {
  static let form: Form<GroupDefinition> = Form(
    "a group", make: { GroupDefinition() },
    keys: [
      .init(
        "onFailure", \.onFailure, .choice,
        "Of `serial`: whether a node that failed stops those after it (`stop`) or not (`continue`); `stop` unless said."
      ),
      .init("serial", \.list.serial, NodeDefinition.listReader, "Nodes in turn; each gets the result before it."),
      .init("concurrent", \.list.concurrent, NodeDefinition.listReader, "Nodes at the same time."),
      .init("limit", \.list.limit, .integer(1...10_000), "How many of `concurrent` run at once; all unless said."),
      .init("docs", \.docs, .text, "What the group is for, in Markdown."),
    ])
}

extension NodeDefinition {
  static let form: Form<NodeDefinition> = Form(
    "a node", isFlow: true, make: { NodeDefinition() },
    keys: [
      .init("request", \.request, .filled("the id of a request"), "Sends a request."),
      .init("local", \.local, .stepName, "Does a local job of this name: `jq`, `run`, `wait`, `assert` or `set`."),
      .init("group", \.group, .filled("the id of a group"), "Runs the group of another file."),
      .init("serial", \.list.serial, listReader, "Nodes in turn."),
      .init("concurrent", \.list.concurrent, listReader, "Nodes at the same time."),
      .init("limit", \.list.limit, .integer(1...10_000), "How many of `concurrent` run at once; all unless said."),
      .init(
        "onFailure", \.onFailure, .choice,
        "Of `serial` and `each`: whether a node or an element that failed stops those after it (`stop`) or not (`continue`); `stop` unless said."
      ),
      .init("jq", \.job.jq, .filter, "Of a local job: gives what the filter makes of its input."),
      .init(
        "run", \.job.run, .arguments,
        "Of a local job: runs a program, once trusted: JSON on its standard input, JSON on its standard output; nothing there is `null`."
      ),
      .init("timeout", \.job.timeout, .duration, "Of `run`; 30s unless said."),
      .init("wait", \.job.wait, .duration, "Of a local job: waits, and gives its input."),
      .init("assert", \.job.assert, .filters, "Of a local job: fails unless all are true, and gives its input."),
      .init("set", \.job.set, .rows(of: .path), "Of a local job: sets shared keys, and gives its input."),
      .init("as", \.name, .stepName, "Its name, where the one derived from its request, job or group will not do."),
      .init("when", \.when, .filter, "Runs only when this is `true`; `.` is its input."),
      .init(
        "with", \.with, WithDefinition.form.reader("a map with path, query, headers or body"),
        "What the request says differently here."),
      .init(
        "retry", \.retry, RetryDefinition.reader,
        "Runs it again when it failed; waits as the response's `Retry-After` says, unless `retryAfter: false`."),
      .init("until", \.until, .filter, "Runs it again until this is `true`; `.` is what it gave."),
      .init("every", \.every, .duration, "Of `until`: the time between; none unless said."),
      .init("attempts", \.attempts, .integer(1...10_000), "Of `until`: how often at most; 10 unless said."),
      .init(
        "each", \.each, .filter,
        "Runs it once for each element of this list, in order; each run gets its element as its input."),
      .init(
        "always", \.always, .boolean,
        "`true` runs it even after a failure that stops the group, and when the run is stopped."),
      .init("disabled", \.disabled, .boolean, "`true` leaves it out."),
    ])

  static let listReader: Reader<[NodeDefinition]> = Reader(
    "a list of nodes", .list(.reference("node")), write: { .list($0.map(form.written)) }
  ) { node, decoding in
    guard let items = node.items else {
      return decoding.mismatch(node, expected: "a list of nodes: `- request: user/login`")
    }
    return items.compactMap { item in
      guard var definition = form.read(item, &decoding) else { return nil }
      definition.place = item.place
      definition.check(&decoding)
      return definition
    }
  }

  /// What it is: exactly one thing.
  private func check(_ decoding: inout Decoding) {
    let kinds = [
      request.map { _ in "request" }, local.map { _ in "local" }, group.map { _ in "group" },
      list.serial.map { _ in "serial" }, list.concurrent.map { _ in "concurrent" },
    ].compactMap(\.self)
    let known = ["request", "local", "group", "serial", "concurrent"]
    if kinds.count != 1 { note("a node", kinds, known, &decoding) }
    if local != nil, job.kinds.count != 1 {
      note(
        "the job \(Printable.quoted(local?.value ?? ""))", job.kinds, ["jq", "run", "wait", "assert", "set"], &decoding)
    } else if local == nil, let kind = job.kinds.first, let place {
      decoding.note(
        Diagnostic(.conflict, at: place.front, "'\(kind)' belongs to a local job: write `local: NAME` beside it"))
    }
    if kinds.count == 1 { checkCompanions(&decoding) }
  }

  /// What means something only beside something else.
  private func checkCompanions(_ decoding: inout Decoding) {
    let alone: [(key: String, place: SourcePlace?, isAlone: Bool, companion: String)] = [
      ("with", with.flatMap { _ in place }, request == nil, "a request"),
      ("timeout", job.timeout?.place, job.run == nil, "`run`"),
      ("every", every?.place, until == nil, "`until`"), ("attempts", attempts?.place, until == nil, "`until`"),
      ("limit", list.limit?.place, list.concurrent == nil, "`concurrent`"),
      ("onFailure", onFailure?.place, list.serial == nil && each == nil, "`serial` or `each`"),
    ]
    for item in alone where item.isAlone {
      guard let place = item.place else { continue }
      decoding.note(Diagnostic(.conflict, at: place.front, "'\(item.key)' belongs to \(item.companion)"))
    }
  }

  private func note(_ what: String, _ found: [String], _ known: [String], _ decoding: inout Decoding) {
    guard let place else { return }
    let message = found.isEmpty ? "\(what) says nothing" : "\(what) has \(found.joined(separator: " and "))"
    let code: Diagnostic.Code = found.isEmpty ? .missingKey : .conflict
    decoding.note(Diagnostic(code, at: place.front, "\(message); expected one of \(known.alternatives)"))
  }
}

extension WithDefinition {
  static let form = Form(
    "with", isFlow: true, make: { WithDefinition() },
    keys: [
      .init("path", \.path, .rows(of: .path), "Values for the path."),
      .init("query", \.query, .rows(of: .query), "Query parameters in place of those of the same name."),
      .init("headers", \.headers, .rows(of: .header), "Headers in place of those of the same name."),
      .init("body", \.body, BodyDefinition.reader, "The whole body."),
    ])
}

extension Reader where Value == String {
  /// The name of a step, as templates and filters write it.
  static var stepName: Reader {
    .text("a name of letters, digits and _", .text(pattern: "^[A-Za-z_][A-Za-z0-9_]*$")) { text in
      text.isStepName ? text : nil
    }
  }
}

extension Reader where Value == [String] {
  /// A program with its arguments.
  static var arguments: Reader {
    let expected = "a list: a program and its arguments"
    return Reader(expected, .list(.text()), write: { .list($0.map { .text($0) }) }) { node, decoding in
      guard let items = node.items, !items.isEmpty else { return decoding.mismatch(node, expected: expected) }
      let words = items.compactMap { $0.text ?? decoding.mismatch($0, expected: "text") }
      return words.count == items.count ? words : nil
    }
  }
}
