internal import ParleyEngine
internal import ParleyFiles
import ParleyStore

extension WorkspaceDefinition {
  /// The limits of the history: the standard as far as `parley.yaml` says nothing else.
  var retention: Retention {
    var retention = Retention.standard
    if let days = history?.days?.value { retention.age = .seconds(days * 86_400) }
    if let megabytes = history?.megabytes?.value { retention.size = megabytes * 1_000_000 }
    return retention
  }
}
