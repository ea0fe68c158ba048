import ParleyEngine

/// The content of a run's file, checked, with large bodies in files of the store. Nothing of it is kept yet.
struct RunFileContent: Sendable {
  var summary: RunRecording.Summary
  var outline: [StepOutline] = []
  var nodes: [NodeRecord] = []
  var exchanges: [ExchangeRecord] = []
}

/// Reads a run's file: ``RunFile``. It believes nothing of what it reads.
struct RunFileReader {
  /// The limit in bytes for the steps and small bodies held in memory; a larger file is not a run.
  private static let mostBytes = 256 << 20
  private static let mostLines = 4_000_000

  private var input: RunFileInput
  private let bodies: BodyFolder
  private let sealer: any Sealer
  private let now: Timestamp

  private var head: JSONValue = .null
  private var summary: RunRecording.Summary?
  private var outline: [StepOutline] = []
  private var nodes: [NodeRecord] = []
  private var exchanges: [ExchangeRecord] = []
  private var places: Set<NodePath> = []
  private var ids: Set<ExchangeID> = []
  private var maskedNodes: Set<NodePath> = []
  private var maskedResponses: Set<ExchangeID> = []
  private var open: ArrivingExchange?
  private var bytesHeld = 0
  private var hasEnded = false

  init(_ path: String, bodies: BodyFolder, sealer: any Sealer, now: Timestamp) throws(RunFileError) {
    input = try RunFileInput(path)
    (self.bodies, self.sealer, self.now) = (bodies, sealer, now)
  }

  /// - Parameter passphrase: of a sealed file.
  mutating func read(passphrase: String?) throws -> RunFileContent {
    head = try RunFile.head(of: &input)
    if let sealed = head["sealed"] {
      guard let passphrase else { throw RunFileError.wantsPassphrase(input.path) }
      try input.unseal(by: RunFileSeal(opening: sealed, by: passphrase, at: input.path))
      head = try RunFile.head(of: &input)
    }
    while let line = try input.next() {
      guard !hasEnded, input.lines < Self.mostLines else { throw fault("Something stands behind the end of the file.") }
      try take(line)
    }
    guard hasEnded, let summary else { throw RunFileError.damaged("The file ends before its end.", input.path) }
    return RunFileContent(
      summary: completed(summary), outline: outline, nodes: nodes, exchanges: exchanges)
  }

  private mutating func take(_ line: JSONValue) throws {
    guard let (key, value) = line.object?.first else { throw fault("This line of the file is no part of a run.") }
    switch key {
    case "requestBody", "requestBody64", "responseBody", "responseBody64": return try take(key, value)
    case "maskedResponse":
      guard let id = open?.id else { throw fault("A response is said to be masked where there is none.") }
      maskedResponses.insert(id)
      return
    default: try close()
    }
    switch key {
    case "summary": try takeSummary(value)
    case "step": outline.append(try step(value))
    case "node": try takeNode(value, isMasked: line["masked"]?.bool == true)
    case "exchange": try begin(value)
    case "end": try takeEnd(value)
    default: throw fault("This line of the file is no part of a run.")
    }
  }

  private mutating func takeSummary(_ value: JSONValue) throws {
    guard summary == nil else { throw fault("The file has two runs in it.") }
    let read: RunRecording.Summary = try decoded(value, "summary of the run")
    guard ImportedText.isID(read.id), read.group.map(ImportedText.isName) ?? true,
      read.environment.map(ImportedText.isText) ?? true
    else { throw fault("The name or the id of the run is not one.") }
    summary = read
  }

  private mutating func step(_ value: JSONValue) throws -> StepOutline {
    let step: StepOutline = try decoded(value, "step of the group")
    guard ImportedText.isText(step.name), outline.last.map({ $0.path < step.path }) ?? true else {
      throw fault("A step of the group has no name, or stands twice in the file.")
    }
    return step
  }

  private mutating func takeNode(_ value: JSONValue, isMasked: Bool) throws {
    let node: NodeRecord = try decoded(value, "step of the run")
    guard ImportedText.isText(node.name), places.insert(node.path).inserted else {
      throw fault("A step of the run has no name, or stands twice in the file.")
    }
    nodes.append(node)
    if isMasked { maskedNodes.insert(node.path) }
    try hold(JSONPrinter.compact.bytes(of: value).count)
  }

  private mutating func takeEnd(_ value: JSONValue) throws {
    guard value["lines"]?.int == input.lines - 1, value["sha256"]?.string == input.sumBefore else {
      throw RunFileError.damaged("The file was changed or cut since it was written.", input.path)
    }
    hasEnded = true
  }

  private func decoded<Part: Decodable>(_ value: JSONValue, _ what: String) throws -> Part {
    do {
      return try value.decode(Part.self)
    } catch {
      throw fault("This line of the file is no \(what).", detail: "\(error)")
    }
  }

  private mutating func hold(_ bytes: Int) throws {
    bytesHeld += bytes
    guard bytesHeld <= Self.mostBytes else { throw fault("The run is larger than \(Self.mostBytes >> 20) MB.") }
  }

  private func fault(_ sentence: String, detail: String? = nil) -> RunFileError {
    .invalid(sentence, line: input.lines, of: input.path, detail: detail)
  }
}

// Exchanges.
extension RunFileReader {
  private mutating func begin(_ value: JSONValue) throws {
    let exchange = ArrivingExchange(ExchangeReading(value), in: bodies)
    try orFault { reader in
      let id = try exchange.line.id
      guard reader.ids.insert(id).inserted else { throw ExchangeReading.Fault("An exchange stands twice in the file.") }
    }
    open = exchange
  }

  private mutating func take(_ key: String, _ value: JSONValue) throws {
    guard open != nil, let text = value.string else { throw fault("A body stands where no exchange is.") }
    guard let bytes = ArrivingExchange.bytes(of: text, inBase64: key.hasSuffix("64")) else {
      throw fault("A body is not in base64.")
    }
    try hold(open?.add(bytes, toRequest: key.hasPrefix("request")) ?? 0)
  }

  private mutating func close() throws {
    guard let exchange = open else { return }
    open = nil
    try orFault { reader in reader.exchanges.append(try exchange.record(sealer: reader.sealer)) }
  }

  private mutating func orFault(_ body: (inout Self) throws -> Void) throws {
    do { try body(&self) } catch let error as ExchangeReading.Fault {
      throw fault(error.sentence)
    } catch let error as RepositoryError {
      throw error
    } catch {
      throw fault("This line of the file is no exchange.", detail: "\(error)")
    }
  }

  private func completed(_ read: RunRecording.Summary) -> RunRecording.Summary {
    var summary = read
    if summary.state == .running { summary.state = .interrupted }
    summary.waited = summary.waited(in: nodes)
    let masked = nodes.filter { node in
      maskedNodes.contains(node.path) || node.exchange.map(maskedResponses.contains) == true
    }
    let workspace = head["workspace"]?.string.flatMap { ImportedText.isText($0) ? $0 : nil } ?? "another workspace"
    summary.imported = RunRecording.Import(
      workspace: workspace, number: head["number"]?.int.map(Int64.init), at: now, masked: masked.map(\.path).sorted(),
      hasSecrets: head["secrets"]?.string == "included" && masked.isEmpty)
    return summary
  }
}

extension RunFileError {
  static func wantsPassphrase(_ path: String) -> RunFileError {
    RunFileError(.wrongPassphrase, "The file is sealed by a passphrase.", place: path)
  }
}
