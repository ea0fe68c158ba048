package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

extension Provenance {
  /// The origin of a value of a step, in words: `4.2.1 cart .result.id`.
  package func words(of record: NodeRecord, in recording: RunRecording) -> String {
    recording.pieces(of: self, in: record).words { "\($0) \(recording[$0]?.name ?? "")" }
  }
}
