package import ParleyEngine
import ParleyText

extension SharedRow {
  /// - Parameter entry: as it is kept; what is secret in it is left out.
  package init(_ entry: SharedEntry) {
    self.init(
      key: entry.key, sequence: entry.sequence, kind: entry.kind,
      preview: entry.isSecret ? nil : entry.value.map(SharedPreview.text), isSecret: entry.isSecret,
      problem: entry.problem?.summary, cipher: entry.cipher, writer: entry.writer, at: entry.at,
      expires: entry.expires, isRestored: entry.isRestored, isRemoval: entry.isRemoval, isLocked: entry.isLocked,
      size: entry.size, tokenExpires: entry.isSecret ? nil : entry.tokenExpires)
  }
}
