package import ParleyEngine
package import TerminalKit
package import WorkbenchServices

/// A side effect that an update requests. Naming one does nothing; the runtime carries it out, and its results are
/// actions again.
package enum Effect: Sendable {
  /// Another action, before anything else happens.
  case then(Action)
  /// Work for the services, in a task of its own.
  case perform(any ServiceEffect)
  /// Watches a call, and tells its news.
  case follow(Call)
  case control(ExchangeID, CallControl)
  /// Starts a run, and tells its news.
  case followRun(LiveRun)
  case steer(String, RunControl)
  /// Nobody waits any more for what may ask: what comes of it is not wanted.
  case leaveAsking
  /// An effect that only the terminal can carry out.
  case terminal(TerminalEffect)
}

/// A piece of work for the services, as a value. Each component has an enum of its own.
package protocol ServiceEffect: Sendable {
  /// Effects of one lane are done one after the other; without a lane, at once.
  var lane: Lane? { get }
  /// Whether a person waits for it, so that its failure is shown at once.
  var isAskedFor: Bool { get }
  /// Whether a form may come up for it. Text typed meanwhile waits for that.
  var mayAsk: Bool { get }
  /// The heading of its failure, such as `not copied`; nil where the kind of the failure is one.
  var failureHeading: String? { get }
  /// Performs the effect. A thrown error becomes `Action.failed`.
  func perform(with services: Services) async throws -> [Action]
}

extension ServiceEffect {
  package var lane: Lane? { nil }
  package var isAskedFor: Bool { true }
  package var mayAsk: Bool { false }
  package var failureHeading: String? { nil }
}

/// A queue of effects that must not overtake each other.
package struct Lane: Hashable, Sendable {
  var name: String
  /// Whether a newer effect takes the place of one that still waits, as a preview of newer text does.
  package var keepsOnlyNewest: Bool
  /// Whether the program ends only when it is done, as the keeping of a draft.
  package var outlivesTheScreen: Bool

  package init(_ name: String, keepsOnlyNewest: Bool = false, outlivesTheScreen: Bool = false) {
    self.name = name
    self.keepsOnlyNewest = keepsOnlyNewest
    self.outlivesTheScreen = outlivesTheScreen
  }
}

package enum CallControl: Hashable, Sendable {
  case cancel, pause, resume
}

package enum TerminalEffect: Sendable {
  /// Into the clipboard, by OSC 52; the name of what it is, for people.
  case copy(String, of: String)
  /// Ctrl-Z: the shell takes over until `fg`.
  case suspend
  case title(String)
  /// Draws in these colours from now on.
  case paint(Theme)
  /// Opens a file of the workspace in the person's editor; changes are seen as changes on disk.
  case edit(file: String, line: Int?)
  /// Opens staged text in the person's editor, then performs what takes it back.
  case editStaged(file: String, line: Int? = nil, then: any ServiceEffect)
  /// Shows a staged body in the person's pager or editor, then deletes the file. Changes made there are lost.
  case show(file: String, in: BodyProgram)
}
