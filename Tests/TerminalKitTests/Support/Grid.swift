@testable import TerminalKit

/// Draws onto a fresh frame and gives its lines.
func grid(_ width: Int, _ height: Int, _ draw: (inout Frame, Rect) -> Void) -> [String] {
  frame(width, height, draw).lines
}

func frame(_ width: Int, _ height: Int, _ draw: (inout Frame, Rect) -> Void) -> Frame {
  var frame = Frame(size: Size(width: width, height: height))
  draw(&frame, frame.bounds)
  return frame
}

/// The sizes every widget must survive.
let tinySizes = [
  Size.zero, Size(width: 1, height: 1), Size(width: 2, height: 3), Size(width: 5, height: 1),
  Size(width: 20, height: 5),
]

extension Role {
  var isSelection: Bool { self == .selection || self == .selectionUnfocused }
}

extension Frame {
  /// The rows whose first cell lies on the ground of a selection.
  var selectedRows: [Int] {
    (0..<size.height).filter { self[0, $0].style.ground?.isSelection ?? self[0, $0].style.role.isSelection }
  }
}
