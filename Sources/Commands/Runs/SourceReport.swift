import ParleyEngine
import ParleyExports
import ParleyText
import ParleyWorkspace

/// The origins of a step's values: `path.id ← 4.2.1 cart .result.id`.
struct SourceReport {
  let recording: RunRecording

  /// A line for each value, each once.
  func lines(of record: NodeRecord) -> [String] {
    var seen: Set<NodeSource> = []
    return record.sources.filter { seen.insert($0).inserted }.map { source in
      let value = source.value.map { "  \($0)" } ?? ""
      return "    \(Printable.text("\(source.place) ← \(words(for: source.origin, of: record))\(value)"))"
    }
  }

  func json(of record: NodeRecord) -> JSONValue {
    .array(
      record.sources.map { source in
        var object: JSONValue = [
          "value": .string(source.place), "from": .string(words(for: source.origin, of: record)),
        ]
        object["text"] = source.value.map(JSONValue.string)
        return object
      })
  }

  private func words(for origin: Provenance, of record: NodeRecord) -> String {
    origin.words(of: record, in: recording)
  }
}
