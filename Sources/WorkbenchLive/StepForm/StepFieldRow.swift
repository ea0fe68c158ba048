import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

/// One field of a step: its label, its input, and the functions that read and write it.
///
/// The meaning, the values and the default of a key are those of the form that reads the file; this lists the fields
/// that a step has.
struct StepFieldRow<Definition> {
  let field: StepField
  let label: String
  let input: StepInput
  var help: String
  var standard: String
  let read: (Definition) -> String
  let write: (String, inout Definition) throws -> Void

  init(
    _ field: StepField, _ label: String, _ input: StepInput, _ help: KeyHelp?, standard: String? = nil,
    read: @escaping (Definition) -> String, write: @escaping (String, inout Definition) throws -> Void
  ) {
    self.field = field
    self.label = label
    self.input = input
    self.help = help?.summary ?? ""
    self.standard = standard ?? help?.standard ?? ""
    self.read = read
    self.write = write
  }
}

extension StepFieldRow<NodeDefinition> {
  /// Those that mean something for a step, in the order of its form.
  static func rows(of node: NodeDefinition) -> [StepFieldRow] {
    var rows = whatItIs(node) + [name(of: node), key(.when, "when", .filter)]
    if node.request != nil { rows.append(overrides) }
    rows += lists(node) + polling(node) + retrying(node)
    return rows + [key(.always, "always", .toggle), key(.disabled, "disabled", .toggle)]
  }

  /// A key that is said in a word or a line.
  static func key(
    _ field: StepField, _ key: String, _ input: StepInput, label: String? = nil, standard: String? = nil
  ) -> StepFieldRow {
    StepFieldRow(field, label ?? key, input, NodeDefinition.help(of: key), standard: standard) {
      $0.words(under: key)
    } write: {
      try $1.say($0, under: key)
    }
  }

  private static func whatItIs(_ node: NodeDefinition) -> [StepFieldRow] {
    if node.request != nil { return [key(.request, "request", .request)] }
    if node.group != nil { return [key(.group, "group", .group)] }
    guard node.local != nil else { return [order(of: node)] }
    return rows(of: node.job)
  }

  private static func order(of node: NodeDefinition) -> StepFieldRow {
    let help = NodeDefinition.help(of: node.list.words)
    return StepFieldRow(.order, "runs", .choice(["serial", "concurrent"]), help) { node in
      node.list.words
    } write: { _, _ in
    }
  }

  /// The row of the step's name. A local job has it under `local`, other steps under `as`.
  private static func name(of node: NodeDefinition) -> StepFieldRow {
    guard node.local == nil else { return key(.name, "local", .name, label: "name") }
    var unnamed = node
    unnamed.name = nil
    return key(.name, "as", .name, standard: unnamed.stepName ?? "none")
  }

  private static var overrides: StepFieldRow {
    StepFieldRow(.overrides, "with", .overrides, NodeDefinition.help(of: "with"), standard: "as the request") {
      $0.with?.summary ?? ""
    } write: { text, node in
      if text.isEmpty { node.with = nil }
    }
  }
}

extension NodeListDefinition {
  /// The key that its steps stand under.
  fileprivate var words: String { serial == nil ? "concurrent" : "serial" }
}

// Lists, polling and retries.
extension StepFieldRow<NodeDefinition> {
  private static func lists(_ node: NodeDefinition) -> [StepFieldRow] {
    let isList = node.list.serial != nil || node.list.concurrent != nil
    var rows = [each, eachFile]
    if node.list.concurrent != nil || node.each != nil {
      let standard = node.list.concurrent == nil ? "one" : "all"
      rows.append(key(.limit, "limit", .number(1...10_000), label: "at once", standard: standard))
    }
    if isList || node.each != nil { rows.append(onFailure(of: node)) }
    return rows
  }

  private static var each: StepFieldRow {
    StepFieldRow(.each, "each", .filter, NodeDefinition.help(of: "each"), standard: "no list") { node in
      if case .filter(let filter)? = node.each?.value { filter.text } else { "" }
    } write: { text, node in
      if text.isEmpty, case .file? = node.each?.value { return }
      try node.say(text, under: "each")
      node.dropCompanions()
    }
  }

  private static var eachFile: StepFieldRow {
    StepFieldRow(.eachFile, "each file", .words, ElementFile.help(of: "file"), standard: "no file") { node in
      if case .file(let file)? = node.each?.value { file.path.value } else { "" }
    } write: { text, node in
      if text.isEmpty, case .filter? = node.each?.value { return }
      node.each = text.isEmpty ? nil : Located(.file(try ElementFile(saying: text)))
      node.dropCompanions()
    }
  }

  private static func onFailure(of node: NodeDefinition) -> StepFieldRow {
    let standard = node.list.concurrent != nil ? "continue" : "stop"
    return key(.onFailure, "onFailure", .choice(["stop", "continue", "cancel"]), standard: standard)
  }

  private static func polling(_ node: NodeDefinition) -> [StepFieldRow] {
    let until = StepFieldRow(.until, "until", .filter, NodeDefinition.help(of: "until"), standard: "once") {
      $0.words(under: "until")
    } write: { text, node in
      try node.say(text, under: "until")
      if text.isEmpty { (node.every, node.attempts, node.alsoFailed) = (nil, nil, nil) }
    }
    guard node.until != nil else { return [until] }
    return [
      until, key(.every, "every", .duration), key(.attempts, "attempts", .number(1...10_000)),
      key(.alsoFailed, "alsoFailed", .toggle),
    ]
  }

  private static func retrying(_ node: NodeDefinition) -> [StepFieldRow] {
    let retries = retry(.retries, "retries", .number(0...100), label: "retry", standard: "none")
    guard node.retry != nil else { return [retries] }
    return [
      retries, retry(.retryDelay, "delay", .duration, label: "  delay"),
      retry(.retryBackoff, "backoff", .choice(["constant", "linear", "exponential"]), label: "  backoff"),
      retry(.retryJitter, "jitter", .words, label: "  jitter"),
      retry(.retryStatus, "status", .words, label: "  status"),
      retry(.retryAfter, "retryAfter", .choice(["true", "false"]), label: "  Retry-After"),
    ]
  }

  /// Without a number of attempts there is no retry.
  private static func retry(
    _ field: StepField, _ key: String, _ input: StepInput, label: String, standard: String? = nil
  ) -> StepFieldRow {
    StepFieldRow(field, label, input, RetryDefinition.help(of: key), standard: standard) {
      $0.retry?.value.words(under: key) ?? ""
    } write: { text, node in
      guard !(text.isEmpty && field == .retries) else { return node.retry = nil }
      var retry = node.retry?.value ?? RetryDefinition(retries: Located(1))
      try retry.say(text, under: key)
      node.retry = Located(retry)
    }
  }
}

extension NodeDefinition {
  /// Drops the keys that have a meaning only for a list, if the step is not one.
  fileprivate mutating func dropCompanions() {
    guard each == nil, list.serial == nil, list.concurrent == nil else { return }
    (list.limit, onFailure) = (nil, nil)
  }
}

extension WithDefinition {
  /// In a line: what it says something of.
  fileprivate var summary: String {
    let rows = [("path", path), ("query", query), ("headers", headers)].filter { !$1.isEmpty }
    let names = rows.map { "\($0) \($1.map(\.name).joined(separator: ", "))" }
    return (names + (body == nil ? [] : ["body"])).joined(separator: "   ")
  }
}

// A group as a whole.
extension StepFieldRow<GroupDefinition> {
  static func rows(of group: GroupDefinition) -> [StepFieldRow] {
    let isConcurrent = group.list.concurrent != nil
    let help = GroupDefinition.help(of: isConcurrent ? "concurrent" : "serial")
    let order = StepFieldRow(.order, "runs", .choice(["serial", "concurrent"]), help) {
      $0.list.serial == nil && $0.list.concurrent != nil ? "concurrent" : "serial"
    } write: { _, _ in
    }
    let limit = isConcurrent ? [key(.limit, "limit", .number(1...10_000), label: "at once")] : []
    let onFailure = key(
      .onFailure, "onFailure", .choice(["stop", "continue", "cancel"]), standard: isConcurrent ? "continue" : "stop")
    return [order] + limit + [onFailure, key(.docs, "docs", .notes, standard: "none")]
  }

  static func key(
    _ field: StepField, _ key: String, _ input: StepInput, label: String? = nil, standard: String? = nil
  ) -> StepFieldRow {
    StepFieldRow(field, label ?? key, input, GroupDefinition.help(of: key), standard: standard) {
      $0.words(under: key)
    } write: {
      try $1.say($0, under: key)
    }
  }
}
