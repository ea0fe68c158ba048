package import ParleyText

/// A text of a local job in which templates may stand.
package struct JobText: Sendable {
  package var text: Located<String>
  /// The keys that lead to it in the job's part of the file, as in `set` and `token`.
  package let keys: [String]
  /// The kind of credential that somebody may have typed into it.
  package let credential: CredentialFinder.Kind
  /// Off for a row that is turned off.
  package var isOn = true
}
