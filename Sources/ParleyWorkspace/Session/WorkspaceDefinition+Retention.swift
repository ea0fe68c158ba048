internal import ParleyEngine
package import ParleyFiles
package import ParleyStore
internal import ParleyText

extension WorkspaceDefinition {
  /// The limits of the history: the standard as far as `parley.yaml` says nothing else.
  package var retention: Retention {
    var retention = Retention.standard
    if let days = history?.days?.value { retention.age = .seconds(days * 86_400) }
    if let megabytes = history?.megabytes?.value { retention.size = megabytes * 1_000_000 }
    return retention
  }
}

extension Retention {
  package var days: Int { Int(age.components.seconds / 86_400) }

  /// `30 days, up to 2 GB`
  package var words: String { "\(days.counted("day")), up to \(ByteCount.text(size))" }
}
