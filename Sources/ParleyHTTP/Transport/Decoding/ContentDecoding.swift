import HTTPTypes

/// The codings of one body while they are taken off, a step at a time: a few compressed bytes can hold any number, and whoever
/// steps decides when to stop. What waits between two codings is never more than one step's room.
final class ContentDecoding {
  /// How much one step can give.
  static let room = 64 * 1024
  /// More are no use to anybody.
  private static let codingLimit = 5

  private struct Stage {
    let decoder: any ContentDecoder
    var input: [UInt8] = []
    var start = 0
    var wasFed = false
    /// Whether the last step filled its room, so that there may be more without any input.
    var mayHoldMore = false

    var hasWork: Bool { start < input.count || mayHoldMore }
    var isAtEnd: Bool { !wasFed || decoder.isAtEnd && !hasWork }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
      guard !bytes.isEmpty else { return }
      input.removeAll(keepingCapacity: true)
      input.append(contentsOf: bytes)
      (start, wasFed) = (0, true)
    }
  }

  /// The coding that was applied last comes first.
  private var stages: [Stage]
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)

  /// - Returns: nil where the headers name no coding, or one that is not known here.
  static func of(_ headers: HTTPFields) -> ContentDecoding? {
    guard headers.contains(.contentEncoding) else { return nil }
    let names = headers[values: .contentEncoding].flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
    // A body in a coding that nobody here knows is delivered as it came.
    let areKnown = names.allSatisfy { ContentCoding(name: $0) != nil }
    return names.isEmpty || !areKnown ? nil : ContentDecoding(names)
  }

  /// Not failable: what an object has allocated is not given back by an initialiser that returns nil.
  private init(_ names: [String]) {
    stages =
      names.count > Self.codingLimit
      ? [Stage(decoder: MissingDecoder(.tooMany))] : names.reversed().map { Stage(decoder: Self.decoder(of: $0)) }
  }

  deinit {
    output.deallocate()
  }

  private static func decoder(of name: String) -> any ContentDecoder {
    ContentCoding(name: name)?.decoder ?? MissingDecoder(.noMemory)
  }

  /// Whether a step would find something to do.
  var hasWork: Bool { stages.contains(where: \.hasWork) }

  /// Whether what came so far is a whole body. Nothing at all is one.
  var isAtEnd: Bool { stages.allSatisfy(\.isAtEnd) }

  /// Takes the next compressed bytes, when there is nothing to do with those before.
  func take(_ chunk: UnsafeRawBufferPointer) {
    stages[0].feed(chunk)
  }

  /// One step: what it gives goes to the next coding, or as part of the body to `body`.
  func step(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    // The last that can do something, so that nothing piles up behind it.
    guard let index = stages.indices.last(where: { stages[$0].hasWork }) else { return }
    let made = UnsafeRawBufferPointer(rebasing: output[..<(try decode(at: index))])
    if index + 1 < stages.count {
      stages[index + 1].feed(made)
    } else if !made.isEmpty {
      try body(made)
    }
  }

  private func decode(at index: Int) throws -> Int {
    let (start, decoder) = (stages[index].start, stages[index].decoder)
    let step = try stages[index].input.withUnsafeBytes { bytes in
      try decoder.step(UnsafeRawBufferPointer(rebasing: bytes[start...]), into: output)
    }
    stages[index].start += step.read
    stages[index].mayHoldMore = step.written == output.count
    // A decoder that neither reads nor writes would never come to an end.
    guard step != DecodingStep() || start == stages[index].input.count else { throw DecodingFailure.damaged }
    return step.written
  }
}
