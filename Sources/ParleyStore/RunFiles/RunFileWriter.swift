internal import FoundationEssentials
import ParleyEngine

/// Writes the lines of a run's file: ``RunFile``.
struct RunFileWriter: Sendable {
  private var output: RunFileOutput
  /// The secrets to mask; nil where nothing is masked.
  private let secrets: Secrets?
  private let masked: Set<NodePath>
  private var lines = 0
  private var masking: RecordMasking?
  /// The steps that got a response, and where in that their results stand.
  private var steps: [ExchangeID: (record: NodeRecord, root: ValuePath)] = [:]
  private(set) var report = RunFile.Export()

  /// - Parameters:
  ///   - head: the first line, which describes the origin of the run.
  ///   - masked: the steps that were masked already when the run was imported.
  init(
    _ path: String, sealedBy seal: RunFileSeal?, hiding secrets: Secrets?, head: JSONValue, masked: Set<NodePath>
  ) throws(RunFileError) {
    output = try RunFileOutput(path, sealedBy: seal)
    (self.secrets, self.masked) = (secrets, masked)
    do throws(RunFileError) { try write(head) } catch {
      output.discard()
      throw error
    }
  }

  mutating func add(_ recording: RunRecording, recognizer: KnownSecrets.Recognizer?) throws {
    masking = secrets.map { RecordMasking($0, of: recording, recognizer: recognizer) }
    for node in recording.nodes where node.isSecret && masking != nil {
      if let id = node.exchange { steps[id] = (node, recording.step(at: node.path)?.root ?? .root) }
    }
    var summary = recording.summary
    summary.imported = nil
    try write(["summary": hiding(try JSONValue(encoding: summary))])
    for step in recording.outline { try write(["step": hiding(try JSONValue(encoding: step))]) }
    for node in recording.nodes { try add(node) }
  }

  private mutating func add(_ node: NodeRecord) throws {
    guard let masking else {
      return try write(["node": try JSONValue(encoding: node)], isMasked: masked.contains(node.path))
    }
    let (record, isMasked) = masking.masked(node)
    let json = try JSONValue(encoding: record)
    // A secret may be a word of the format by chance.
    let line = (try? hiding(json).decode(NodeRecord.self)) == nil ? json : hiding(json)
    let mark = isMasked || masked.contains(node.path)
    if mark { report.maskedSteps += 1 }
    try write(["node": line], isMasked: mark)
  }

  mutating func add(_ kept: KeptExchange) throws {
    var own = secrets
    own?.formUnion(kept.exchange.secrets)
    try write(["exchange": ExchangeJSON(secrets: own).line(of: kept.exchange)])
    if let body = kept.requestBody {
      _ = try add(body, as: "requestBody", hiding: own, sentWith: own == nil ? Secrets() : kept.exchange.secrets)
    }
    if let body = kept.exchange.response?.body {
      let masked = try maskedByPlace(body, of: kept.exchange.id)
      let isMasked = try add(masked ?? body, as: "responseBody", hiding: own) || masked != nil
      if isMasked { try write(["maskedResponse": true]) }
    }
    report.exchanges += 1
  }

  /// In bytes. What a longer body holds that is too short to be looked for cannot be told.
  private static let longestPlaced = 4 << 20

  /// A body without what is secret in it by its place alone; nil where nothing is.
  private func maskedByPlace(_ body: any ByteSource, of exchange: ExchangeID) throws -> InMemoryBytes? {
    guard let masking, let step = steps[exchange], body.count <= Self.longestPlaced else { return nil }
    let bytes = try body.read(at: 0, count: body.count)
    let masked = masking.masked(body: bytes, of: step.record, at: step.root)
    return masked == bytes ? nil : InMemoryBytes(masked)
  }

  mutating func noteMissing() { report.missing += 1 }

  mutating func finish(replacing: Bool) throws(RunFileError) {
    try output.write(["end": ["lines": .number(JSONNumber(lines)), "sha256": .string(output.sum)]])
    try output.finish(replacing: replacing)
  }

  func discard() { output.discard() }

  /// - Returns: whether something was masked.
  private mutating func add(
    _ body: any ByteSource, as key: String, hiding secrets: Secrets?, sentWith own: Secrets = Secrets()
  ) throws -> Bool {
    var pieces = MaskedPieces(body, hiding: secrets ?? Secrets(), own: own)
    var rest: [UInt8] = []
    var isEmpty = true
    while let piece = try pieces.next() {
      rest += piece
      let cut = rest.count - rest.incompleteScalar
      try write(Self.line(of: Array(rest[..<cut]), as: key))
      rest.removeFirst(cut)
      isEmpty = false
    }
    if isEmpty || !rest.isEmpty { try write(Self.line(of: rest, as: key)) }
    return pieces.hasMasked
  }

  private static func line(of bytes: [UInt8], as key: String) -> JSONValue {
    if let text = String(validating: bytes, as: UTF8.self) { return .object([key: .string(text)]) }
    return .object(["\(key)64": .string(Data(bytes).base64EncodedString())])
  }

  private mutating func write(_ line: JSONValue, isMasked: Bool = false) throws(RunFileError) {
    var line = line
    if isMasked { line["masked"] = true }
    try output.write(line)
    lines += 1
  }

  private func hiding(_ value: JSONValue) -> JSONValue { secrets?.maskingForeign(value) ?? value }
}

extension [UInt8] {
  /// How many bytes at the end begin a character whose other bytes may come.
  fileprivate var incompleteScalar: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let whole = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1
      return whole > length ? length : 0
    }
    return 0
  }
}
