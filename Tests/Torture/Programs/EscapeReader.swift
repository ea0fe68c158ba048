/// Goes through what a program wrote to a terminal, and finds what should not be there.
///
/// Only what moves, erases and colours is let through, and the two commands that Parley gives itself: the window's title, and
/// the clipboard when somebody copies. A title that came from outside would hold the marker.
struct EscapeReader {
  /// Hostile texts have it in all they try to do.
  static let marker = "tortureMark"

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first thing that no terminal should have got; nil where all is well.
  static func firstForbidden(in bytes: [UInt8]) -> String? {
    var reader = EscapeReader(bytes)
    return reader.findForbidden()
  }

  private mutating func findForbidden() -> String? {
    while index < bytes.count {
      let start = index
      guard !isAllowed() else { continue }
      return "\(Array(bytes[start..<min(bytes.count, start + 40)])) at \(start)"
    }
    return nil
  }

  /// Steps over one character or sequence.
  private mutating func isAllowed() -> Bool {
    defer { index += 1 }
    switch bytes[index] {
    case 0x1B: return isAllowedEscape()
    case 0x07...0x0D, 0x0E, 0x0F: return true
    case 0..<0x20, 0x7F: return false
    case 0xC2: return !follows(0x80...0x9F)
    case 0xE2: return !isBidirectionalControl
    default: return true
    }
  }

  private func follows(_ range: ClosedRange<UInt8>) -> Bool {
    index + 1 < bytes.count && range.contains(bytes[index + 1])
  }

  /// U+202A–202E and U+2066–2069, which turn text around.
  private var isBidirectionalControl: Bool {
    guard index + 2 < bytes.count else { return false }
    let (second, third) = (bytes[index + 1], bytes[index + 2])
    return second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
  }

  private mutating func isAllowedEscape() -> Bool {
    index += 1
    guard index < bytes.count else { return true }
    switch bytes[index] {
    case UInt8(ascii: "["): return isAllowedControl()
    case UInt8(ascii: "]"): return isOwnCommand()
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      index += 1
      return true
    default: return "=>78M".utf8.contains(bytes[index])
    }
  }

  /// The title is put by at the start, and given back at the end.
  private static let titleMoves = ["22;0;0t", "23;0;0t"].map { Array($0.utf8) }

  /// `CSI`: what curses writes ends with one of these; those that make a terminal reply do not.
  private mutating func isAllowedControl() -> Bool {
    let start = index + 1
    repeat { index += 1 } while index < bytes.count && (0x20...0x3F).contains(bytes[index])
    guard index < bytes.count else { return true }
    return "ABCDGHJKLMPSTX@bdfghlmrZ".utf8.contains(bytes[index])
      || Self.titleMoves.contains(Array(bytes[start...index]))
  }

  /// `OSC 2` and `OSC 52`, to their end, without anything from outside.
  private mutating func isOwnCommand() -> Bool {
    let start = index + 1
    while index < bytes.count, bytes[index] != 0x07, bytes[index] != 0x1B { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    return (text.hasPrefix("2;") || text.hasPrefix("52;c;")) && !text.contains(Self.marker)
  }
}
