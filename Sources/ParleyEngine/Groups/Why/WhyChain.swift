/// The way from something that is not as expected back to its first causes.
///
/// ```swift
/// let chain = await run.recording.why(WhyQuestion(pay.path), knowing: RunFacts(exchange: { await history[$0] }))
/// print(chain)
/// // “Why did 3 pay fail?”
/// // 3 pay failed: Expected status 200–299: got 401.
/// // ▲ The redirect to http://other.test/pay did not carry Authorization.  302 from http://api.test/pay
/// ```
///
/// Each link is a sentence with its evidence. A link without causes says how the chain ends there; what nobody recorded is
/// ``WhyLink/End/unknown``, and never guessed.
public struct WhyChain: Sendable, Hashable {
  /// The question in words: `Why did 3 pay fail?`
  public let question: String
  /// The effect that was asked about; its causes lead back.
  public let effect: WhyLink

  /// A chain that answers a question.
  public init(question: String, effect: WhyLink) {
    self.question = question
    self.effect = effect.withoutRepeats
  }

  /// All links, each behind what it is a cause of, with how many branches it is in from the left.
  public var links: [(indent: Int, link: WhyLink)] { effect.flattened(0) }

  /// The links from the effect to the one in this place among ``links``, that one last; empty for a place that is none.
  package func way(to place: Int) -> [WhyLink] {
    guard place >= 0 else { return [] }
    var place = place
    return effect.way(to: &place) ?? []
  }
}

/// One link of a ``WhyChain``.
public struct WhyLink: Sendable, Hashable {
  /// The kind of thing at which a chain ends.
  @nonexhaustive public enum End: String, Sendable, Hashable, CaseIterable {
    /// A line of a file.
    case file
    /// Something that a person did or typed.
    case person
    /// A response of a server.
    case response
    /// An earlier run, or a request outside of the run.
    case earlier
    /// The time of day, or chance.
    case clock
    /// Nobody recorded more.
    case unknown
  }

  /// The meaning of a link for what it is a link of.
  @nonexhaustive public enum Meaning: String, Sendable, Hashable, CaseIterable {
    /// It is a cause.
    case cause
    /// Something was changed: edited by hand, or replaced.
    case change
    /// It may be a cause: a race, or nobody recorded more.
    case doubt
  }

  /// The place that a link speaks of.
  @nonexhaustive public enum Target: Sendable, Hashable {
    /// A part of a step of the run, and the value in it.
    case step(NodePath, Part, ValuePath?)
    /// A line of a file of the workspace: `groups/checkout.yaml:9`.
    case file(String)
    /// A shared key.
    case shared(String)
  }

  /// A part of a step.
  @nonexhaustive public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The step's definition, its input, its request and response, its output, and its attempts.
    case definition, input, request, response, output, attempts
    /// The headers of its response, and the rows that its filter got.
    case headers, rows
  }

  /// The fact: `the default "" is used`.
  public let sentence: String
  /// The evidence, in a few words.
  public let evidence: String?
  /// The place that it speaks of.
  public let target: Target?
  /// The kind of end, if the chain ends here; nil where it goes on.
  public let end: End?
  /// The causes, the nearest first.
  public private(set) var causes: [WhyLink]
  /// Whether it is a cause, a change, or only may be a cause.
  public private(set) var meaning: Meaning
  /// The place of a value that can be tried otherwise; nil if it speaks of none.
  package let tries: TriedPlace?

  /// A link; without causes it ends a chain.
  public init(
    _ sentence: String, evidence: String? = nil, target: Target? = nil, end: End? = nil, causes: [WhyLink] = []
  ) {
    self.init(sentence, evidence: evidence, target: target, end: end, causes: causes, trying: nil)
  }

  /// - Parameter place: the place of the value that can be tried otherwise, where the target does not say it.
  package init(
    _ sentence: String, evidence: String? = nil, target: Target? = nil, end: End? = nil, causes: [WhyLink] = [],
    trying place: TriedPlace?
  ) {
    (self.sentence, self.evidence, self.target, self.causes) = (sentence, evidence, target, causes)
    self.end = causes.isEmpty ? end ?? .unknown : nil
    meaning = self.end == .unknown ? .doubt : .cause
    if case .step(let step, .output, let path?)? = target {
      tries = place ?? .output(step, path)
    } else {
      tries = place
    }
  }

  /// The same link with another meaning.
  package func meaning(_ meaning: Meaning) -> WhyLink {
    var copy = self
    copy.meaning = meaning
    return copy
  }

  /// Without what is said twice: of links that say the same, the one that says most about its causes stays. A link that loses
  /// its causes so does not become an end.
  fileprivate var withoutRepeats: WhyLink {
    var most: [Words: Int] = [:]
    for (_, link) in flattened(0) { most[link.words] = max(most[link.words] ?? 0, link.weight) }
    var said: Set<Words> = []
    return keepingBest(most, &said) ?? self
  }

  private struct Words: Hashable {
    let sentence: String
    let evidence: String?
  }

  private var words: Words { Words(sentence: sentence, evidence: evidence) }

  /// The number of links with its causes; of two that are as long, the one that is not unknown weighs more.
  private var weight: Int { causes.reduce(end == .unknown ? 0 : 1) { $0 + $1.weight + 1 } }

  private func keepingBest(_ most: [Words: Int], _ said: inout Set<Words>) -> WhyLink? {
    guard weight >= most[words] ?? 0, said.insert(words).inserted else { return nil }
    var copy = self
    copy.causes = causes.compactMap { $0.keepingBest(most, &said) }
    return copy
  }

  /// - Parameter place: counted down by the links that are passed over.
  fileprivate func way(to place: inout Int) -> [WhyLink]? {
    if place == 0 { return [self] }
    place -= 1
    for cause in causes {
      if let way = cause.way(to: &place) { return [self] + way }
    }
    return nil
  }

  /// A cause alone stands below its effect; several branch.
  fileprivate func flattened(_ indent: Int) -> [(indent: Int, link: WhyLink)] {
    [(indent, self)] + causes.flatMap { $0.flattened(causes.count > 1 ? indent + 1 : indent) }
  }
}

extension WhyLink {
  /// The sentence and its evidence in a line; an unknown end says so.
  public var line: String {
    let unknown = end == .unknown ? "  (unknown: nothing more was recorded)" : ""
    return "\(sentence)\(evidence.map { "  \($0)" } ?? "")\(unknown)"
  }

  /// The same with other texts, for masking.
  package func mapped(_ change: (String) -> String) -> WhyLink {
    WhyLink(
      change(sentence), evidence: evidence.map(change), target: target, end: end,
      causes: causes.map { $0.mapped(change) }, trying: tries
    ).meaning(meaning)
  }

  /// Before its sentence: `▲` a cause, `≠` a change, `?` what may be a cause.
  public var sign: String {
    switch meaning {
    case .cause: "▲"
    case .change: "≠"
    case .doubt: "?"
    }
  }
}

extension WhyChain: CustomStringConvertible {
  /// The question, and a line for each link.
  public var description: String { lines.joined(separator: "\n") }

  /// The question, and a line for each link.
  public var lines: [String] {
    [question]
      + links.enumerated().map { index, item in
        String(repeating: "  ", count: item.indent) + (index == 0 ? "" : "\(item.link.sign) ") + item.link.line
      }
  }
}

/// A question about a run: about which step, and what of it.
public struct WhyQuestion: Sendable, Hashable {
  /// The subject of the question.
  @nonexhaustive public enum Subject: Sendable, Hashable {
    /// The step's end: that it failed, was skipped, did not run, or gave what it gave.
    case outcome
    /// A part of what the step gave.
    case output(ValuePath)
    /// A part of what the step worked on.
    case input(ValuePath)
    /// A part of the body of its response.
    case response(ValuePath)
    /// The status of its response.
    case status
    /// A part of its request, as *Where from* names it: `header Authorization`, `body.id`.
    case request(String)
    /// A header of its response.
    case header(String)
    /// The number of times that its request was sent.
    case sends
    /// The fate of a row of the list that its filter worked on, counted from 0; nil for all that it dropped.
    case row(Int?)
    /// The value of a shared key that it read or wrote.
    case shared(String)
    /// The time that it took.
    case time
    /// The absence of this value from the step's output; of an object, of every object with these members.
    case missing(JSONValue)
  }

  /// The step's place in its run.
  public var step: NodePath
  /// The subject of the question.
  public var subject: Subject

  /// A question about a step; how it ended, if nothing else is said.
  public init(_ step: NodePath, _ subject: Subject = .outcome) {
    (self.step, self.subject) = (step, subject)
  }
}
