import ParleyEngine
import ParleyExports
import ParleyText
import ParleyWorkspace

/// The parts of a failed expectation in lines, as under an assertion of pytest:
///
///     │ .state = "pending"  ← 3 latest .state
///     │   .total = 0  ← 2 sum
enum CheckedPartLines {
  /// - Parameter recording: names the sources; nil where only paths are told.
  static func lines(
    of error: any ExplainedError, of record: NodeRecord? = nil, in recording: RunRecording? = nil
  ) -> [String] {
    error.checked.map { part in
      let source = source(of: part, of: record, in: recording).map { "  ← \($0)" } ?? ""
      return "│ \(String(repeating: "  ", count: part.depth))\(part.sentence)\(source)"
    }
  }

  static func source(of part: CheckedPart, of record: NodeRecord?, in recording: RunRecording?) -> String? {
    guard let origin = part.origin, let record, let recording else {
      return part.path.flatMap { $0 == part.text ? nil : $0 }
    }
    // As an older recording has it.
    if case .computed(_, let origins) = origin, origins.isEmpty { return nil }
    return origin.words(of: record, in: recording)
  }
}

extension RecordedError {
  /// With the parts of what failed, for programs.
  func json(of record: NodeRecord, in recording: RunRecording?) -> JSONValue {
    var object = Failure(self).json
    guard !checked.isEmpty else { return object }
    object["parts"] = .array(
      checked.map { part in
        var json: JSONValue = ["part": .string(part.text), "outcome": .string(part.outcome)]
        json["path"] = part.path.map(JSONValue.string)
        json["from"] = CheckedPartLines.source(of: part, of: record, in: recording).map(JSONValue.string)
        return json
      })
    return object
  }
}
