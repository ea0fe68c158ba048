import ParleyEngine

/// The fields that one filter has. A word that looks like another field is reported, because it would find nothing.
package struct FilterVocabulary: Hashable, Sendable {
  /// The fields, those first that are used most.
  package let fields: [String]
  /// Other names of some of them.
  package let aliases: [String]
  /// The states that `is:` knows.
  package let states: [String]
  /// Other names of some of them.
  private let stateAliases: [String]
  /// The filter that finds failures, which `is:` does not; nil where there is none.
  private let failures: String?

  package init(
    _ fields: [String], aliases: [String] = [], states: [String] = [], stateAliases: [String] = [],
    failures: String? = nil
  ) {
    (self.fields, self.aliases, self.states, self.stateAliases) = (fields, aliases, states, stateAliases)
    self.failures = failures
  }

  package func knows(state: some StringProtocol) -> Bool {
    (states + stateAliases).contains { $0 == state }
  }

  /// Points from a word for failures to the filter that finds them; nil for any other word.
  package func failureHint(_ word: some StringProtocol) -> String? {
    let isFailure = ["err", "error", "errors", "fail", "failed", "failure", "failures"].contains(word.lowercased())
    return isFailure ? failures.map { "\($0) finds failures." } : nil
  }

  package func knows(_ field: some StringProtocol) -> Bool {
    fields.contains { $0 == field } || aliases.contains { $0 == field }
  }

  /// Returns the problem of a word that begins with a name and a sign, if the name is no field; nil if the word is
  /// text.
  /// - Parameters:
  ///   - name: the part before the sign.
  ///   - rest: the part after the name, with the sign.
  package func problem(_ name: some StringProtocol, _ rest: Substring) -> LogFilterTerm.Problem? {
    let name = name.lowercased()
    guard !knows(name), Self.isSign(rest) else { return nil }
    let nearest =
      Self.sameElsewhere[name].flatMap { knows($0) ? $0 : nil } ?? NearestName.of(name, among: fields + aliases)
    if nearest == nil, !Self.isElsewhere(name), Self.isHost(name, rest) { return nil }
    let guess = nearest.map { " Did you mean “\($0)”?" } ?? ""
    return LogFilterTerm.Problem(
      sentence: "There is no field “\(name)”.\(guess) Fields: \(fields.joined(separator: ", ")). Put text in quotes.")
  }

  /// Whether another filter has such a field, or another program.
  private static func isElsewhere(_ name: String) -> Bool {
    sameElsewhere[name] != nil || [log, history, breakpoint, steps, cache, shared].contains { $0.knows(name) }
  }

  /// The names of fields here, by their names elsewhere.
  private static let sameElsewhere = [
    "size": "bytes", "length": "bytes", "bytes": "size", "time": "ms", "duration": "ms", "latency": "ms",
    "age": "since",
    "code": "status", "port": "host", "ttl": "expires", "expiry": "expires",
  ]

  /// A host with its port is text: `localhost:80`, `api:8080/items`. The ports of other names than that of this machine are not small.
  private static func isHost(_ name: String, _ rest: Substring) -> Bool {
    guard rest.first == ":" else { return false }
    let port = rest.dropFirst().prefix { $0 != "/" && $0 != "?" }
    guard port.utf8.allSatisfy(\.isDigit), UInt16(port) != nil else { return false }
    return name == "localhost" || port.utf8.count >= 4
  }

  /// A pasted `a=b` is text, and so is a URL.
  private static func isSign(_ rest: Substring) -> Bool {
    if rest.hasPrefix(":") { return !rest.hasPrefix("://") }
    return ["<", ">", "!="].contains { rest.hasPrefix($0) } && rest.contains(where: \.isNumber)
  }

  package func problem(state: some StringProtocol) -> LogFilterTerm.Problem {
    let nearest = NearestName.of(String(state), among: states + stateAliases).map { "Did you mean “\($0)”?" }
    let guess = (failureHint(state) ?? nearest).map { " \($0)" } ?? ""
    let last = states.last.map { " and \($0)" } ?? ""
    return LogFilterTerm.Problem(
      sentence: "“is:” knows \(states.dropLast().joined(separator: ", "))\(last).\(guess)")
  }
}

extension FilterVocabulary {
  /// Of the event log.
  package static let log = FilterVocabulary(
    [
      "kind", "name", "method", "url", "host", "server", "environment", "code", "call", "shared", "status", "ms",
      "bytes",
    ]
      + ["since", "until", "is"], aliases: ["env"], states: ["marked", "edited"], stateAliases: ["pinned"],
    failures: "kind:fail")

  /// Of the history.
  package static let history = FilterVocabulary(
    [
      "name", "method", "url", "host", "environment", "status", "ms", "bytes", "since", "until", "code", "kind", "call",
      "is",
    ],
    aliases: ["env"], states: ["pinned", "edited"], stateAliases: ["marked"], failures: "kind:fail")

  /// Of a breakpoint: what a step knows of itself.
  package static let breakpoint = FilterVocabulary(
    ["kind", "name", "method", "url", "host", "server", "code", "call", "shared", "status", "ms", "bytes", "is"],
    states: ["edited"])

  /// Of the steps of a run.
  package static let steps = FilterVocabulary(
    ["state", "kind", "name", "method", "url", "status", "ms", "is"],
    states: [
      "slow", "changed", "edited", "retried", "redirected", "cached", "mocked", "shared", "renewed", "overlaps",
      "dropped",
      "empty",
    ], failures: "state:failed")

  /// Of the cache.
  package static let cache = FilterVocabulary(
    ["url", "origin", "method", "name", "group", "type", "status", "size", "hits", "age", "since", "until", "is"],
    aliases: ["host", "bytes"], states: CacheEntryFilter.states)

  /// Of shared data.
  package static let shared = FilterVocabulary(
    ["value", "type", "by", "cipher", "since", "until", "expires", "bytes"], aliases: ["writer", "encrypted"])
}
