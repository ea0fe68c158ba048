import ParleyEngine
import TerminalKit

/// A line of what a recording says of a step, and where Enter leads from there.
struct StepLine: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case place(NodePath, StepTab, ValuePath? = nil)
    case exchange(ExchangeID)
  }

  var text: StyledText
  var target: Target?

  init(_ text: StyledText, _ target: Target? = nil) {
    self.text = text
    self.target = target
  }
}

/// A place in a run, to come back to.
struct StepPlace: Hashable, Sendable {
  let run: String
  let path: NodePath
  let tab: StepTab
  let line: Int
  /// The chain that one came from, which is shown again.
  var why: WhyPlace?
}

/// A place in what a step gave.
package struct GivenPlace: Hashable, Sendable {
  let node: NodePath
  let path: ValuePath
}
