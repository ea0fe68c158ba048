import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

extension UsageError {
  /// No shared key has this name.
  static func noKey(_ name: String, in session: Session) -> UsageError {
    let nearest = NearestName.of(name, among: session.sending.scope.shared.names)
    return UsageError(
      "There is no shared key \(Printable.text(name)).",
      advice: nearest.map { "Did you mean \(Printable.quoted($0))?" } ?? "`parley shared list` lists the keys.")
  }
}
