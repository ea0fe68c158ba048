internal import ParleyFiles
import ParleyWorkspace

extension LiveServices {
  /// Says of the first value given at the start that no file knows its name; nil if all are known.
  package var noteOnGivenNames: String? {
    session.workspace.notes(onGivenNames: session.given.keys, in: session.environmentName).first
  }
}
