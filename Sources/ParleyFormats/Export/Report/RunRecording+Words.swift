package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

extension RunRecording {
  /// The origin of a value, in words: `4.2.1 cart .result.id`.
  package func words(for origin: NodeSource.Origin, of record: NodeRecord) -> String {
    pieces(of: origin, in: record).map { piece in
      switch piece {
      case .step(let path): "\(path) \(self[path]?.name ?? "")"
      case .path(let path): " \(path)"
      case .shared(let key): "shared \(key)"
      case .text(let words): words
      case .function(let name): " (\(name))"
      case .means: ""
      }
    }.joined()
  }
}
