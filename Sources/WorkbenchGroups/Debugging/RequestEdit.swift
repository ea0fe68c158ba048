import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The request of a step that waits, under edit in the rows of a composer.
package struct RequestEdit: Sendable {
  let run: String
  let path: NodePath
  let name: String
  /// As it would be sent; secrets are masked.
  let original: RequestDraft
  var composer: Composer

  init(_ original: RequestDraft, of stop: Debugger.Stop, in run: String) {
    self.run = run
    (path, name) = (stop.node.path, stop.node.name)
    self.original = original
    composer = Composer(
      RequestID(rawValue: stop.node.name), draft: original, as: ComposerGuest(tabs: [.params, .headers, .body]))
  }

  var hasChanged: Bool { composer.draft != original }
  var title: String { "the request of \(name.fitted(to: 40))" }
}
