import ParleyEngine
import ParleyWorkspace

/// Where the values of a step come from: `path.id ← 4.2.1 cart .result.id`.
struct SourceReport {
  let recording: RunRecording

  /// A line for each value, each once.
  func lines(of record: NodeRecord) -> [String] {
    var seen: Set<NodeSource> = []
    return record.made.sources.filter { seen.insert($0).inserted }.map { source in
      "    \(Printable.text("\(source.place) ← \(words(for: source.origin, of: record))"))"
    }
  }

  func json(of record: NodeRecord) -> JSONValue {
    .array(
      record.made.sources.map { source in
        ["value": .string(source.place), "from": .string(words(for: source.origin, of: record))]
      })
  }

  private func words(for origin: NodeSource.Origin, of record: NodeRecord) -> String {
    recording.pieces(of: origin, in: record).map(word).joined()
  }

  private func word(of piece: RunRecording.SourcePiece) -> String {
    switch piece {
    case .step(let path): "\(path) \(recording[path]?.name ?? "")"
    case .path(let path): " \(path)"
    case .shared(let key): "shared \(key)"
    case .text(let words): words
    case .function(let name): " (\(name))"
    case .means: ""
    }
  }
}
