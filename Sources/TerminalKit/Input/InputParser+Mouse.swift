extension InputParser {
  /// ESC [ < buttons ; column ; row and `M` for a press or `m` for a release.
  static func mouse(_ numbers: [Int], _ final: UInt8) -> Meaning {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return .nothing }
    return mouse(
      numbers[0], isRelease: final == UInt8(ascii: "m"), at: Point(x: numbers[1] - 1, y: numbers[2] - 1))
  }

  /// ESC [ M and three bytes, each 32 more than it means: what older terminals send.
  static func oldMouse(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count >= 3 else { return .incomplete }
    let values = bytes.prefix(3).map { Int($0) - 32 }
    let point = Point(x: max(0, values[1] - 1), y: max(0, values[2] - 1))
    return .complete(mouse(values[0], isRelease: values[0] & 3 == 3 && values[0] & 64 == 0, at: point), length: 6)
  }

  private static func mouse(_ bits: Int, isRelease: Bool, at point: Point) -> Meaning {
    var modifiers: Key.Modifiers = []
    if bits & 4 != 0 { modifiers.insert(.shift) }
    if bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 16 != 0 { modifiers.insert(.control) }
    guard let action = action(bits, isRelease: isRelease) else { return .nothing }
    return .input(.mouse(Mouse(action, at: point, modifiers: modifiers)))
  }

  /// Motion (32) and the buttons beyond the wheel (128) mean nothing here.
  private static func action(_ bits: Int, isRelease: Bool) -> Mouse.Action? {
    if bits & (32 | 128) != 0 { return nil }
    if bits & 64 != 0 { return [0: .wheelUp, 1: .wheelDown][bits & 3] }
    if isRelease { return .release }
    return [0: .press(.left), 1: .press(.middle), 2: .press(.right)][bits & 3]
  }
}
