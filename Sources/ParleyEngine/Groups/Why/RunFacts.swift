/// The facts about a run beside its recording. A fact that is left out is unknown.
///
/// ```swift
/// let facts = RunFacts(output: { try? await outputs.output(of: $0) }, exchange: { await history.exchange($0) })
/// ```
public struct RunFacts: Sendable {
  /// The value that a step gave, masked; nil if it gave none or nobody knows.
  public var output: @Sendable (NodeRecord) async -> JSONValue?
  /// A request and its response, as the history has them.
  public var exchange: @Sendable (ExchangeID) async -> Exchange?

  /// Those that are looked for in what is shown of values.
  package var secrets = Secrets()
  /// The way in which the cache gave the response of an exchange; nil if a server sent it.
  package var servedFromCache: @Sendable (ExchangeID) async -> WhyServed? = { _ in nil }
  /// The losses and choices of a step's filter on the way to a part of its output, the nearest first.
  /// Of several things that were dropped, the finding tells most of the row, if one is named.
  package var findings: @Sendable (NodeRecord, ValuePath, WhyRow?) async -> [WhyFinding] = { _, _, _ in [] }
  /// The losses of the assertion or the expectation that failed, the nearest first.
  package var failing: @Sendable (NodeRecord) async -> [WhyFinding] = { _ in [] }
  /// The condition of a step that was skipped.
  package var condition: @Sendable (NodeRecord) async -> WhyCondition? = { _ in nil }
  /// The condition that a step repeated its request for, in vain.
  package var until: @Sendable (NodeRecord) async -> WhyCondition? = { _ in nil }
  /// The time and the run of an exchange of an earlier run, or of none.
  package var earlier: @Sendable (ExchangeID) async -> WhyEarlier? = { _ in nil }
  /// A variable of the environment or the workspace, by its name.
  package var variable: @Sendable (String) async -> WhyVariable? = { _ in nil }
  /// The name of the variable whose value stands at a place of a file, such as `parley.yaml:6`; nil where there are several.
  package var variableAt: @Sendable (String) async -> String? = { _ in nil }
  /// The last change of a shared key before a moment, by whatever run.
  package var lastWrite: @Sendable (String, Timestamp) async -> WhyWrite? = { _, _ in nil }
  /// The capture of a key, as a request's file has it.
  package var capture: @Sendable (_ request: String, _ key: String) async -> WhyCapture? = { _, _ in nil }
  /// The parts of a step's request as its files write them, without secrets.
  package var written: @Sendable (NodeRecord) async -> [WhyWrittenPart] = { _ in [] }
  /// The line of the file in which a step is defined.
  package var place: @Sendable (NodeRecord) async -> String? = { _ in nil }

  /// - Parameters:
  ///   - output: the value that a step gave, masked; that of a job as the recording has it, by default.
  ///   - exchange: a request and its response.
  public init(
    output: (@Sendable (NodeRecord) async -> JSONValue?)? = nil,
    exchange: @escaping @Sendable (ExchangeID) async -> Exchange? = { _ in nil }
  ) {
    self.output = output ?? { $0.isSecret ? nil : $0.output.value }
    self.exchange = exchange
  }
}

/// The way in which the cache gave a response.
package enum WhyServed: Sendable, Hashable {
  /// As a server had sent it, or as somebody edited it.
  case kept, edited
}

/// A loss or a choice of a filter.
package struct WhyFinding: Sendable, Hashable {
  /// `select dropped 11 of 11: .tenant == $vars.tenant`
  package var sentence: String
  package var evidence: String?
  /// The file's line.
  package var place: String?
  /// The parts that it depended on.
  package var parts: [CheckedPart]
  /// The places of what was dropped, in the step's input.
  package var dropped: [Provenance]

  package init(
    _ sentence: String, evidence: String? = nil, place: String? = nil, parts: [CheckedPart] = [],
    dropped: [Provenance] = []
  ) {
    (self.sentence, self.evidence, self.place, self.parts) = (sentence, evidence, place, parts)
    self.dropped = dropped
  }
}

/// A row that something is asked about.
package enum WhyRow: Sendable, Hashable {
  /// As the filter names it: `.items[3]`.
  case input(String)
  /// By the step that gave it.
  case step(NodePath, ValuePath)
}

/// A request that was sent before the run.
package struct WhyEarlier: Sendable, Hashable {
  package var name: String?
  /// The number of its run; nil if it was sent outside of one.
  package var run: Int64?
  package var at: Timestamp

  package init(name: String?, run: Int64?, at: Timestamp) { (self.name, self.run, self.at) = (name, run, at) }
}

/// The condition of a step, and what its parts were.
package struct WhyCondition: Sendable, Hashable {
  package var text: String
  package var place: String?
  package var parts: [CheckedPart]
  /// The rows that it dropped itself, the nearest first.
  package var losses: [WhyFinding]

  package init(_ text: String, place: String?, parts: [CheckedPart], losses: [WhyFinding] = []) {
    (self.text, self.place, self.parts, self.losses) = (text, place, parts, losses)
  }
}

/// The value of a variable, and which file says it.
package struct WhyVariable: Sendable, Hashable {
  /// The origin of the value.
  package enum Source: Sendable, Hashable {
    /// The environment, the workspace's default, the command line or the form, or nobody.
    case environment, fallback, given, nobody
  }

  package var source: Source
  /// As JSON, masked; nil where there is none.
  package var value: String?
  /// `parley.yaml:6`
  package var place: String?
  /// The environment that the run had; nil for none.
  package var environment: String?
  /// Environments that do set it.
  package var others: [String]
  /// Whether it is declared as a secret, which filters do not see.
  package var isSecret: Bool
  /// Whether its file was written after the run began, so that the run may have had another value.
  package var isNewer: Bool

  package init(
    _ source: Source, value: String? = nil, place: String? = nil, environment: String? = nil, others: [String] = [],
    isSecret: Bool = false, isNewer: Bool = false
  ) {
    (self.source, self.value, self.place, self.environment) = (source, value, place, environment)
    (self.others, self.isSecret, self.isNewer) = (others, isSecret, isNewer)
  }
}

/// A part of a request as a file writes it.
package struct WhyWrittenPart: Sendable, Hashable {
  /// As sources name it: `url`, `query tag`, `body`.
  package var name: String
  /// The text with its templates, short; nil for a credential.
  package var text: String?
  /// `requests/pay.yaml:3`
  package var place: String?
  /// Whether something besides templates stands in it.
  package var hasLiteral: Bool
  /// Of a parameter in the URL itself: the templates of the URL that stand in it, counted from the first; nil for a part of its own.
  package var templatesOfURL: Range<Int>?
  /// Whether the file was written after the run began, so that the run may have had another text.
  package var isNewer: Bool

  package init(
    _ name: String, _ text: String?, at place: String?, hasLiteral: Bool, templatesOfURL: Range<Int>? = nil,
    isNewer: Bool = false
  ) {
    (self.name, self.text, self.place, self.hasLiteral) = (name, text, place, hasLiteral)
    (self.templatesOfURL, self.isNewer) = (templatesOfURL, isNewer)
  }
}

/// A change of a shared key.
package struct WhyWrite: Sendable, Hashable {
  /// A request's or a group's id, or a person's word for themselves.
  package var writer: String?
  package var isByHand: Bool
  package var at: Timestamp
  package var expires: Timestamp?
  /// The number of the run in which it was written, if one wrote it.
  package var run: Int64?

  package init(writer: String?, isByHand: Bool, at: Timestamp, expires: Timestamp?, run: Int64?) {
    (self.writer, self.isByHand, self.at, self.expires, self.run) = (writer, isByHand, at, expires, run)
  }
}

/// The path from which a request captures a key, and the file's line.
package struct WhyCapture: Sendable, Hashable {
  package var path: ValuePath
  package var place: String?

  package init(path: ValuePath, place: String?) { (self.path, self.place) = (path, place) }
}
