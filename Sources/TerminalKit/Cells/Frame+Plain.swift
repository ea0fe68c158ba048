extension Frame {
  /// Makes a picture for a screen reader: without the signs that only draw lines and bars, and with the cursor on the line that is
  /// selected.
  package mutating func makePlain() {
    guard !size.isEmpty else { return }
    for index in cells.indices where Self.isDrawing(cells[index].grapheme) { cells[index] = .blank(cells[index].style) }
    guard cursor == nil else { return }
    let place =
      [Role.selection, .selectionUnfocused].compactMap { role in cells.firstIndex { $0.style.isOn(role) } }.first
    cursor = place.map { Point(x: $0 % size.width, y: $0 / size.width) } ?? Point(x: 0, y: min(1, size.height - 1))
  }

  private static func isDrawing(_ grapheme: Character) -> Bool {
    guard let scalar = grapheme.unicodeScalars.first, scalar.value >= 0x2500 else { return false }
    return scalar.value <= 0x259F
  }
}

extension Style {
  fileprivate func isOn(_ role: Role) -> Bool { self.role == role || ground == role }
}
