import ParleyEngine

/// The record of a node, written to bytes and read from them:
///
///     version, path, name, kind, state, times, input, attempts, last response, output, error?, made?, interventions, secrecy,
///     whether its input was used (from 2 on), the phases of its attempts (from 3 on)
///
/// By hand, because there may be thousands of them in a second.
enum NodeContent {
  private static let version = 3

  /// - Parameter path: of the node, as text.
  static func write(_ node: NodeRecord, at path: String) -> [UInt8] {
    var writer = RecordWriter(capacity: 256)
    writer.write(version)
    writer.write(path)
    writer.write(node.name)
    writer.write(node.kind.rawValue)
    writer.write(node.state.rawValue)
    writer.write(node.startedAt)
    writer.write(optional: node.endedAt)
    writer.write(node.input)
    writer.write(node.attempts) { $0.write($1) }
    writer.write(node.exchange?.rawValue)
    writer.write(node.status ?? 0)
    writer.write(node.output)
    writer.write(json: node.error)
    writer.write(json: node.made.withoutInput)
    writer.write(node.interventions) { $0.write($1.rawValue) }
    writer.write(node.isSecret)
    writer.write(node.made.usesInput.map { $0 ? 2 : 1 } ?? 0)
    writer.write(node.attempts) { $0.write(phases: $1.phases) }
    return writer.bytes
  }

  static func read(_ content: [UInt8]) throws(RepositoryError) -> NodeRecord {
    var reader = RecordReader(content)
    let version = try reader.int()
    guard (1...Self.version).contains(version) else { throw RecordReader.damage }
    var node = NodeRecord(
      path: try reader.path(), name: try reader.text(), kind: try reader.word(), state: try reader.word(),
      startedAt: try reader.time())
    node.endedAt = try reader.optionalTime()
    node.input = try reader.input()
    node.attempts = try reader.list { reader throws(RepositoryError) in try reader.attempt() }
    node.exchange = try reader.optionalText().map(ExchangeID.init(rawValue:))
    node.status = try reader.status()
    node.output = try reader.output()
    node.error = try reader.json()
    node.made = try reader.json() ?? NodeTrace.Notes()
    node.interventions = try reader.list { reader throws(RepositoryError) in try reader.word() }
    node.isSecret = try reader.flag()
    if version > 1 { node.made.usesInput = try reader.usesInput() }
    if version > 2 {
      let phases = try reader.list { reader throws(RepositoryError) in try reader.phases() }
      guard phases.count == node.attempts.count else { throw RecordReader.damage }
      for (index, phases) in phases.enumerated() { node.attempts[index].phases = phases }
    }
    return node
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ time: Timestamp) {
    write(UInt64(bitPattern: time.microseconds))
  }

  fileprivate mutating func write(optional time: Timestamp?) {
    write(time != nil)
    if let time { write(time) }
  }

  /// Writes rare values, which are not worth a form of their own, as JSON.
  fileprivate mutating func write(json value: (some Encodable)?) {
    let json = value.flatMap { try? JSONValue(encoding: $0) }
    write(json.map { JSONPrinter.compact.bytes(of: $0) } ?? [])
  }

  private mutating func write(_ value: JSONValue) {
    write(JSONPrinter.compact.bytes(of: value))
  }

  fileprivate mutating func write(_ input: NodeRecord.Input) {
    switch input {
    case .none: write(0)
    case .result(let path):
      write(1)
      write(path.description)
    case .value(let value):
      write(2)
      write(value)
    }
  }

  fileprivate mutating func write(_ output: NodeRecord.Output) {
    switch output {
    case .none: write(0)
    case .answer(let exchange):
      write(1)
      write(exchange.rawValue)
    case .value(let value):
      write(2)
      write(value)
    case .nodes: write(3)
    }
  }

  fileprivate mutating func write(_ attempt: NodeRecord.Attempt) {
    write(attempt.startedAt)
    write(optional: attempt.endedAt)
    write(attempt.exchange?.rawValue)
    write(attempt.state.rawValue)
    write(attempt.status ?? 0)
    write(attempt.errorCode)
  }

  fileprivate mutating func write(phases: AttemptPhases?) {
    write(phases != nil)
    for phase in AttemptPhases.Phase.allCases {
      if let phases { write(phases[phase]) }
    }
  }
}

extension RecordReader {
  fileprivate mutating func time() throws(RepositoryError) -> Timestamp {
    Timestamp(microseconds: Int64(bitPattern: try number()))
  }

  fileprivate mutating func optionalTime() throws(RepositoryError) -> Timestamp? {
    try flag() ? time() : nil
  }

  mutating func path() throws(RepositoryError) -> NodePath {
    guard let path = NodePath(try text()) else { throw Self.damage }
    return path
  }

  mutating func word<Word: RawRepresentable<String>>() throws(RepositoryError) -> Word {
    guard let word = Word(rawValue: try text()) else { throw Self.damage }
    return word
  }

  fileprivate mutating func json<Value: Decodable>() throws(RepositoryError) -> Value? {
    let bytes = try bytes()
    guard !bytes.isEmpty else { return nil }
    guard let value = try? JSONValue(parsing: bytes).decode(Value.self) else { throw Self.damage }
    return value
  }

  fileprivate mutating func status() throws(RepositoryError) -> Int? {
    let status = try int()
    return status == 0 ? nil : status
  }

  fileprivate mutating func usesInput() throws(RepositoryError) -> Bool? {
    switch try int() {
    case 0: return nil
    case 1: return false
    case 2: return true
    default: throw Self.damage
    }
  }

  private mutating func value() throws(RepositoryError) -> JSONValue {
    guard let value = try? JSONValue(parsing: try bytes()) else { throw Self.damage }
    return value
  }

  fileprivate mutating func input() throws(RepositoryError) -> NodeRecord.Input {
    switch try int() {
    case 0: return .none
    case 1: return .result(of: try path())
    case 2: return .value(try value())
    default: throw Self.damage
    }
  }

  fileprivate mutating func output() throws(RepositoryError) -> NodeRecord.Output {
    switch try int() {
    case 0: return .none
    case 1: return .answer(ExchangeID(rawValue: try text()))
    case 2: return .value(try value())
    case 3: return .nodes
    default: throw Self.damage
    }
  }

  fileprivate mutating func attempt() throws(RepositoryError) -> NodeRecord.Attempt {
    var attempt = NodeRecord.Attempt(startedAt: try time(), endedAt: try optionalTime())
    attempt.exchange = try optionalText().map(ExchangeID.init(rawValue:))
    attempt.state = try word()
    attempt.status = try status()
    attempt.errorCode = try optionalText()
    return attempt
  }

  fileprivate mutating func phases() throws(RepositoryError) -> AttemptPhases? {
    guard try flag() else { return nil }
    return AttemptPhases(
      queued: try duration(), connect: try duration(), waiting: try duration(), transfer: try duration())
  }
}
