extension RunRecording {
  /// Leads from what is asked about back to its first causes. It only reads: nothing is sent, and nothing is changed.
  ///
  /// ```swift
  /// let failed = recording.nodes.first { $0.state == .failed }
  /// if let failed { print(await recording.why(WhyQuestion(failed.path))) }
  /// ```
  /// - Parameters:
  ///   - question: of which step, and what of it.
  ///   - facts: what is known beside the recording, such as responses; with more of it, chains lead further.
  public func why(_ question: WhyQuestion, knowing facts: RunFacts = RunFacts()) async -> WhyChain {
    let tracer = WhyTracer(self, facts)
    let effect = await tracer.effect(of: question)
    return WhyChain(question: tracer.words(for: question), effect: effect)
  }
}

/// Follows causes through one recording. Each value is followed once, and not more links are made than anybody reads.
final class WhyTracer {
  let recording: RunRecording
  let facts: RunFacts
  private var seen: Set<RunRecording.Sighting> = []
  private var room = 60
  private var outputs: [NodePath: JSONValue?] = [:]
  private var exchanges: [ExchangeID: Exchange?] = [:]
  /// Facts that belong to several links and are told once.
  private var told: Set<String> = []

  /// So many causes of one kind.
  static let most = 3

  init(_ recording: RunRecording, _ facts: RunFacts) {
    (self.recording, self.facts) = (recording, facts)
  }

  /// The findings about a value: its causes, or how the chain ends there.
  struct Causes {
    var links: [WhyLink] = []
    var end = WhyLink.End.unknown
  }

  func effect(of question: WhyQuestion) async -> WhyLink {
    guard let record = recording[question.step] else { return await notRun(question.step) }
    switch question.subject {
    case .outcome: return await outcome(of: record)
    case .output(let path): return await value(path, of: record.path) ?? unknown(record)
    case .input(let path): return await input(path, of: record)
    case .response(let path): return await response(path, of: record)
    case .status: return await status(of: record)
    case .request(let place): return await request(place, of: record)
    case .header(let name): return await header(name, of: record)
    case .sends: return await sends(of: record)
    case .row(let number): return await row(number, of: record)
    case .shared(let key): return await shared(key, usedBy: record)
    case .time: return await time(of: record)
    case .missing(let value): return await missing(value, in: record)
    }
  }

  func unknown(_ record: NodeRecord) -> WhyLink {
    WhyLink("\(name(of: record)) gave nothing that was recorded", target: .step(record.path, .output, nil))
  }

  /// Whether this value is to be followed: not a second time, and not without end.
  func enters(_ node: NodePath, _ path: ValuePath) -> Bool {
    guard room > 0, seen.insert(RunRecording.Sighting(node: node, path: path)).inserted else { return false }
    room -= 1
    return true
  }

  /// Whether a fact is told for the first time.
  func isNew(_ fact: String) -> Bool { told.insert(fact).inserted }

  func output(of record: NodeRecord) async -> JSONValue? {
    if let known = outputs[record.path] { return known }
    let value = await facts.output(record)
    outputs[record.path] = .some(value)
    return value
  }

  func exchange(of record: NodeRecord) async -> Exchange? {
    guard let id = record.exchange else { return nil }
    return await exchange(id)
  }

  func exchange(_ id: ExchangeID) async -> Exchange? {
    if let known = exchanges[id] { return known }
    let exchange = await facts.exchange(id)
    exchanges[id] = .some(exchange)
    return exchange
  }
}

// Words.
extension WhyTracer {
  func words(for question: WhyQuestion) -> String {
    let record = recording[question.step]
    let name = record.map(name) ?? "\(question.step) \(recording.step(at: question.step)?.name ?? "")".trimmed
    switch question.subject {
    case .outcome:
      switch record?.state {
      case .failed?: return "Why did \(name) fail?"
      case .skipped?: return "Why was \(name) skipped?"
      case .cancelled?: return "Why was \(name) cancelled?"
      case .neverRan?, nil: return "Why did \(name) not run?"
      case .succeeded?, .waiting?, .running?: return "Why is the output of \(name) what it is?"
      }
    case .output(.root): return "Why is the output of \(name) what it is?"
    case .output(let path): return "Why is \(path) of \(name) what it is?"
    case .input(.root): return "Why is the input of \(name) what it is?"
    case .input(let path): return "Why is \(path) of the input of \(name) what it is?"
    case .response(.root): return "Why is the response of \(name) what it is?"
    case .response(let path): return "Why is \(path) in the response of \(name) what it is?"
    case .status: return "Why is the status of \(name) \(record?.status.map(String.init) ?? "unknown")?"
    case .request(let place): return "Why is \(NodeSource.words(ofPlace: place)) of \(name) what it is?"
    case .header(let header): return "Why is the header \(header) of the response of \(name) what it is?"
    case .sends: return "Why was \(name) sent \(record.map { Self.times($0.attemptRows.count) } ?? "at all")?"
    case .row(nil): return "Why did \(name) drop rows?"
    case .row(let row?):
      return "What became of \(record?.made.rows?.place(of: row) ?? "row \(row)") in \(name)?"
    case .shared(let key): return "Why is the shared key \(key) what it is in \(name)?"
    case .time: return "Why did \(name) take so long?"
    case .missing(let value): return "Why is \(shown(value)) not in the output of \(name)?"
    }
  }

  /// Its number and its name. A list that nobody gave one is called by the number, which is not said twice.
  func name(of record: NodeRecord) -> String {
    let isUnnamed = recording.step(at: record.path)?.isUnnamed == true
    return "\(record.path) \(isUnnamed ? record.kind.rawValue : record.name)"
  }

  func name(of path: NodePath) -> String { recording[path].map(name) ?? "\(path)" }

  static func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(count) times" }

  /// Short enough for a sentence.
  func shown(_ value: JSONValue) -> String {
    let (text, isWhole) = value.excerpt(Self.longest, hiding: facts.secrets)
    if isWhole { return String(text) }
    switch value {
    case .array(let elements): return "a list of \(elements.count)"
    case .object(let members): return "an object of \(members.count) members"
    case .null, .bool, .number, .string: return text + "…"
    }
  }

  private static let longest = 60
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
