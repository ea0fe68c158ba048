import ParleyModel
internal import ParleyText

extension GroupDefinition {
  package static let form: Form<GroupDefinition> = Form(
    "a group", make: { GroupDefinition() },
    keys: [
      .init(
        "onFailure", \.onFailure, .choice,
        "Whether a failed step keeps those that have not begun from running (`stop`), or not (`continue`); `cancel` also cancels those in flight.",
        default: .words("`stop` for `serial`, `continue` for `concurrent`")),
      .init(
        "serial", \.list.serial, NodeDefinition.listReader,
        "Steps run one after another; each gets the previous result as input."),
      .init("concurrent", \.list.concurrent, NodeDefinition.listReader, "Steps run at the same time."),
      .init(
        "limit", \.list.limit, .integer(1...10_000), "How many of `concurrent` run at once.", default: .words("all")),
      .init("tags", \.tags, .tags, "Words by which `parley run --tag` finds the group."),
      .init("docs", \.docs, .text, "Notes about the group, in Markdown."),
    ])
}

extension NodeDefinition {
  package static let form: Form<NodeDefinition> = Form(
    "a node", isFlow: true, make: { NodeDefinition() },
    keys: kinds + JobKind.allCases.flatMap(\.keys).map { $0.inside(\.job) } + settings)

  /// The keys that decide the kind of a node.
  private static let kinds: [Form<NodeDefinition>.Key] = [
    .init("request", \.request, .filled("the id of a request"), "Sends a request."),
    .init(
      "local", \.local, .stepName,
      "Runs a local job with this name: \(JobKind.allCases.map { "`\($0.rawValue)`" }.alternatives)."),
    .init("group", \.group, .filled("the id of a group"), "Runs a group from another file."),
    .init("serial", \.list.serial, listReader, "Steps run one after another."),
    .init("concurrent", \.list.concurrent, listReader, "Steps run at the same time."),
    .init(
      "limit", \.list.limit, .integer(1...10_000),
      "How many of `concurrent`, or of the elements of `each`, run at once.",
      default: .words("all of `concurrent`, one of `each`")),
    .init(
      "onFailure", \.onFailure, .choice,
      "For `serial`, `concurrent` and `each`: whether a failed step or element keeps those that have not begun from running (`stop`), or not (`continue`); `cancel` also cancels those in flight.",
      default: .words("`stop`; `continue` for `concurrent`")),
  ]

  /// How it runs.
  private static let settings: [Form<NodeDefinition>.Key] = [
    .init("as", \.name, .stepName, "Its name.", default: .words("from its request, job or group")),
    .init("when", \.when, .filter, "Runs only if this jq filter is `true`; `.` is its input."),
    .init(
      "with", \.with, WithDefinition.form.reader("a map with path, query, headers, body or messages"),
      "Overrides parts of the request."),
    .init(
      "retry", \.retry, RetryDefinition.reader,
      "Retries the step when it failed, waiting as `Retry-After` says unless `retryAfter: false`."),
    .init("until", \.until, .filter, "Repeats the step until this jq filter is `true`; `.` is its output."),
    .init("every", \.every, .duration, "For `until`: the time between attempts.", default: .words("none")),
    .init(
      "attempts", \.attempts, .integer(1...10_000), "For `until`: the maximum number of attempts.", default: "10"),
    .init(
      "alsoFailed", \.alsoFailed, .boolean,
      "`true` lets `until` see responses that failed their expectations too; otherwise the first of them ends the step.",
      default: "false"),
    .init(
      "each", \.each, .each,
      "Runs the step once for each element of this list, with the element as input: a filter, or `{ file: data.csv }` (`.csv`, `.tsv`, `.json`, `.jsonl`)."
    ),
    .init(
      "always", \.always, .boolean,
      "`true` runs the step even after a failure that stops the group, or when the run is stopped.", default: "false"),
    .init("disabled", \.disabled, .boolean, "`true` leaves the step out.", default: "false"),
  ]

  static let listReader: Reader<[NodeDefinition]> = Reader(
    "a list of steps", .list(.reference("node")), write: { .list($0.map(form.written)) }
  ) { node, decoding in
    guard let items = node.items else {
      return decoding.mismatch(node, expected: "a list of steps: `- request: user/login`")
    }
    return items.compactMap { item in
      guard var definition = form.read(item, &decoding) else { return nil }
      definition.place = item.place
      definition.check(&decoding)
      return definition
    }
  }

  /// Checks that the node has exactly one kind.
  private func check(_ decoding: inout Decoding) {
    let kinds = [
      request.map { _ in "request" }, local.map { _ in "local" }, group.map { _ in "group" },
      list.serial.map { _ in "serial" }, list.concurrent.map { _ in "concurrent" },
    ].compactMap(\.self)
    let known = ["request", "local", "group", "serial", "concurrent"]
    if kinds.count != 1 { note("a node", kinds, known, &decoding) }
    if local != nil, job.kinds.count != 1 {
      note(
        "the job \(Printable.quoted(local?.value ?? ""))", job.kinds.map(\.rawValue), JobKind.allCases.map(\.rawValue),
        &decoding)
    } else if local == nil, let kind = job.kind, let place {
      decoding.note(
        Diagnostic(
          .conflict, at: place.front, "“\(kind.rawValue)” belongs to a local job: write `local: NAME` beside it"))
    }
    if kinds.count == 1 { checkCompanions(&decoding) }
  }

  /// Checks the keys that have a meaning only beside another key.
  private func checkCompanions(_ decoding: inout Decoding) {
    func note(_ key: String, at place: SourcePlace?, belongsTo companion: String) {
      guard let place else { return }
      decoding.note(Diagnostic(.conflict, at: place.front, "“\(key)” belongs to \(companion)"))
    }
    if request == nil, with != nil { note("with", at: place, belongsTo: "a request") }
    if job.run == nil { note("timeout", at: job.timeout?.place, belongsTo: "`run`") }
    if until == nil {
      note("every", at: every?.place, belongsTo: "`until`")
      note("attempts", at: attempts?.place, belongsTo: "`until`")
      note("alsoFailed", at: alsoFailed?.place, belongsTo: "`until`")
    }
    guard each == nil, list.concurrent == nil else { return }
    note("limit", at: list.limit?.place, belongsTo: "`concurrent` or `each`")
    if list.serial == nil { note("onFailure", at: onFailure?.place, belongsTo: "`serial`, `concurrent` or `each`") }
  }

  private func note(_ what: String, _ found: [String], _ known: [String], _ decoding: inout Decoding) {
    guard let place else { return }
    // What could not be read is no reason to say that there is nothing.
    if found.isEmpty, decoding.hasErrors(in: place) { return }
    let message = found.isEmpty ? "\(what) is empty" : "\(what) has \(found.joined(separator: " and "))"
    let code: Diagnostic.Code = found.isEmpty ? .missingKey : .conflict
    decoding.note(Diagnostic(code, at: place.front, "\(message); expected one of \(known.alternatives)"))
  }
}

extension WithDefinition {
  package static let form = Form(
    "with", isFlow: true, make: { WithDefinition() },
    keys: [
      .init("path", \.path, .rows(of: .path), "Values for the path."),
      .init("query", \.query, .rows(of: .query), "Query parameters; replace those of the same name."),
      .init("headers", \.headers, .rows(of: .header), "Headers; replace those of the same name."),
      .init("body", \.body, BodyDefinition.reader, "The body; replaces the request's."),
      .init(
        "messages", \.messages, MessageDefinition.listReader,
        "For a WebSocket: what is sent and awaited; replaces the request's."),
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
  /// A word, or a list of words.
  fileprivate static var tags: Reader {
    let expected = "a word such as smoke, or a list of words"
    let word = Schema.text(pattern: "^[^\\s,]+$")
    return Reader(
      expected, .either([word, .list(word)]),
      write: { $0.isEmpty ? nil : .list($0.map { .text($0) }) }
    ) { node, decoding in
      let words = (node.items ?? [node]).compactMap { item -> String? in
        guard let text = item.text, !text.isEmpty, !text.contains(where: { $0.isWhitespace || $0 == "," }) else {
          return decoding.mismatch(item, expected: expected)
        }
        return text
      }
      return words
    }
  }
}
