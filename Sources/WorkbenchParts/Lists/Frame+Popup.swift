package import TerminalKit

extension Frame {
  /// Clears a box in the middle of an area and draws its border.
  ///
  /// - Returns: the area inside, with a blank column at both sides.
  package mutating func popup(_ size: Size, over rect: Rect, title: String, role: Role = .borderFocused)
    -> Rect
  {
    let area = rect.popup(size)
    popupBox = area
    fill(area.withSurroundings(in: rect))
    if area.height >= 3 { box(area, title: title, style: Style(role), titleStyle: Style(.title)) }
    return rect.insidePopup(size)
  }
}

extension Rect {
  /// A box in the middle of the area around so much content.
  fileprivate func popup(_ content: Size) -> Rect {
    centered(Size(width: content.width + 4, height: content.height + 2))
  }

  /// With two blank columns beside it, and with all of a rest that is too narrow to show anything, so that no half of another frame
  /// stands beside its own.
  package func withSurroundings(in rect: Rect) -> Rect {
    let (before, behind) = (x - rect.x, rect.maxX - maxX)
    let (left, right) = (before < Self.narrowRest ? before : 2, behind < Self.narrowRest ? behind : 2)
    let fills = left == before && right == behind
    // Of an uneven rest one row more stands below than above: both go, or neither.
    let (above, below) = (y - rect.y, rect.maxY - maxY)
    let (top, bottom) = fills && min(above, below) < 2 ? (above, below) : (0, 0)
    return Rect(x: x - left, y: y - top, width: width + left + right, height: height + top + bottom)
  }

  private static let narrowRest = 10

  /// The area of the content in such a box; one without room for a border has none.
  package func insidePopup(_ content: Size) -> Rect {
    let area = popup(content)
    return area.height >= 3 ? area.inset(1).inset(horizontal: 1) : area
  }
}
