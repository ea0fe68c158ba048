import ParleyFiles
import ParleyText

extension [Row] {
  /// Of the headers that are sent.
  var contentType: String? { first { $0.isOn && $0.name.lowercased() == "content-type" }?.value }

  /// Sets one where there is none.
  mutating func setContentType(_ type: String) {
    if contentType == nil { append(Row("Content-Type", type)) }
  }

  /// Headers that Parley sends by itself. Switched off in Parley, they are not sent at all; switched off in another
  /// program, only that row is not.
  private static let ownHeaders: Set<String> = [
    "accept", "accept-encoding", "connection", "content-length", "content-type", "expect", "host", "transfer-encoding",
    "user-agent",
  ]

  /// Leaves out headers that a source has switched off, and that are sent there nevertheless.
  /// - Parameters:
  ///   - inherited: names of headers that come from folders, in lower case.
  ///   - notes: get what was left out.
  mutating func leaveOutDisabledHeaders(inherited: Set<String> = [], at place: String, _ notes: inout [ImportNote]) {
    let names = filter { row in
      let name = row.name.lowercased()
      return !row.isOn && (Self.ownHeaders.contains(name) || inherited.contains(name))
    }.map(\.name)
    guard !names.isEmpty else { return }
    removeAll { !$0.isOn && names.contains($0.name) }
    let words = names.map { Printable.text($0) }.joined(separator: ", ")
    notes.append(
      ImportNote(place, "Headers that are switched off were left out, since they are sent by other ways: \(words)."))
  }

  mutating func removeContentType() { removeAll { $0.isOn && $0.name.lowercased() == "content-type" } }
}
