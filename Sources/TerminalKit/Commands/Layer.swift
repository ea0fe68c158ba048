/// Something that lies over the screen and handles events first, such as a pop-up. A value: it changes only in
/// ``handle(_:in:)``.
package protocol Layer<Context, Action>: Sendable {
  /// The part of the program's state that the layer may read.
  associatedtype Context
  /// The actions that the layer can ask the program to perform.
  associatedtype Action

  /// The contexts its keys have meaning in, the narrowest first.
  var keyContexts: [KeyContext] { get }
  /// Whether what it ignores stops here, so that nothing below sees it.
  var isModal: Bool { get }

  mutating func handle(_ event: InputEvent, in context: Context) -> LayerOutcome<Action>
  func draw(into frame: inout Frame, rect: Rect, in context: Context, isOnTop: Bool)
}

extension Layer {
  package var isModal: Bool { true }
}

/// The result of a layer's handling of an event.
package enum LayerOutcome<Action> {
  /// The layer does not use the event; the next one down may.
  case ignored
  case handled
  case act(Action)
  /// The layer closes; performs the action, if there is one.
  case close(Action?)
}

extension LayerOutcome: Equatable where Action: Equatable {}
extension LayerOutcome: Sendable where Action: Sendable {}

/// The layers that lie over the screen, the topmost last.
package struct LayerStack<Element: Layer>: Sendable {
  package private(set) var layers: [Element] = []

  package init() {}

  package var top: Element? { layers.last }
  package var isEmpty: Bool { layers.isEmpty }

  package mutating func push(_ layer: Element) { layers.append(layer) }

  @discardableResult
  package mutating func pop() -> Element? { layers.popLast() }

  /// Takes layers away that have lost their meaning, wherever they lie.
  package mutating func removeAll(where isGone: (Element) -> Bool) { layers.removeAll(where: isGone) }

  /// Changes the topmost layer in place, where it has to learn of something other than input.
  package mutating func updateTop(_ change: (inout Element) -> Void) {
    guard !layers.isEmpty else { return }
    change(&layers[layers.count - 1])
  }

  /// Asks the layers from the top down. `.ignored` means that the screen below them all may have the event.
  package mutating func handle(_ event: InputEvent, in context: Element.Context) -> LayerOutcome<Element.Action> {
    for index in layers.indices.reversed() {
      switch layers[index].handle(event, in: context) {
      case .ignored where layers[index].isModal: return .handled
      case .ignored: continue
      case .close(let action):
        layers.remove(at: index)
        return action.map { .act($0) } ?? .handled
      case let answer: return answer
      }
    }
    return .ignored
  }

  package func draw(into frame: inout Frame, rect: Rect, in context: Element.Context) {
    for (index, layer) in layers.enumerated() {
      layer.draw(into: &frame, rect: rect, in: context, isOnTop: index == layers.count - 1)
    }
  }
}
