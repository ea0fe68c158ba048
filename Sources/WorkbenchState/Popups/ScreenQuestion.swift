import TerminalKit

/// A pop-up that a screen or an effect wants shown: a form, a choice, or a question with what it is about.
package protocol ScreenQuestion: Sendable {
  /// The pop-up; nil if there is nothing to ask by now.
  func sheet(in state: State) -> (any Sheet)?
}

/// A pop-up that is made of the state by then, such as its clock.
package struct StateQuestion: ScreenQuestion {
  private let make: @Sendable (State) -> any Sheet

  package init(_ make: @escaping @Sendable (State) -> any Sheet) { self.make = make }

  package func sheet(in state: State) -> (any Sheet)? { make(state) }
}

extension Sheet {
  package func sheet(in state: State) -> (any Sheet)? { self }
}

extension Effect {
  package static func ask(_ question: some ScreenQuestion) -> Effect { .then(.ask(question)) }
}
