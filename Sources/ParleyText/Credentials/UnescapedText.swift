/// A text without the escapes of the JSON around it. It knows where in the JSON each of its bytes stands.
struct UnescapedText {
  private(set) var bytes: [UInt8] = []
  /// The place in the JSON of each byte, and of the end.
  private var places: [Int] = []

  init(_ json: [UInt8], _ range: Range<Int>) {
    bytes.reserveCapacity(range.count)
    places.reserveCapacity(range.count + 1)
    var position = range.lowerBound
    while position < range.upperBound {
      let isEscape = json[position] == UInt8(ascii: "\\") && position + 1 < range.upperBound
      bytes.append(isEscape ? Self.plain(json[position + 1]) : json[position])
      places.append(position)
      position += isEscape ? 2 : 1
    }
    places.append(range.upperBound)
  }

  /// The sign that stands behind a backslash. Numbers of characters stay as they are: no credential's name has any.
  private static func plain(_ sign: UInt8) -> UInt8 {
    switch sign {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: sign
    }
  }

  /// A range of this text, as one of the JSON.
  func outer(_ range: Range<Int>) -> Range<Int> { places[range.lowerBound]..<places[range.upperBound] }

  /// Ranges of the JSON that are within, as those of this text.
  func ranges(of outer: [Range<Int>]) -> [Range<Int>] {
    outer.compactMap { range in
      guard let start = index(of: range.lowerBound), let end = index(of: range.upperBound) else { return nil }
      return start..<end
    }
  }

  private func index(of place: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place ? low : nil
  }
}
