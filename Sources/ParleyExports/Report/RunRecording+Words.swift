package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

extension RunRecording {
  /// The origin of a value, in words: `4.2.1 cart .result.id`.
  package func words(for origin: Provenance, of record: NodeRecord) -> String {
    pieces(of: origin, in: record).words { "\($0) \(self[$0]?.name ?? "")" }
  }
}
