internal import ParleyFiles
import ParleyWorkspace

extension LiveServices {
  /// Says of the first value given at the start that no file knows its name; nil if all are known.
  package var noteOnGivenNames: String? {
    GivenNames(in: session.workspace, environment: session.environmentName).notes(on: session.given.keys).first
  }
}
