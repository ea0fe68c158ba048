/// Sorting that asks now and then whether it should go on, and keeps equal values in their order.
enum Sorting {
  /// The positions of `keys` in their order.
  static func order(of keys: [Value], _ machine: Machine) throws(Interrupt) -> [Int] {
    var deepest: Int32 = 0
    for key in keys { deepest = max(deepest, key.depth) }
    try machine.charge(keys.count * 16)
    return try machine.withRoom(for: deepest) { () throws(Interrupt) in try merged(keys, machine) }
  }

  /// Runs of growing length are merged from one list into the other.
  private static func merged(_ keys: [Value], _ machine: Machine) throws(Interrupt) -> [Int] {
    var source = Array(keys.indices)
    var target = source
    var width = 1
    while width < keys.count {
      for start in stride(from: 0, to: keys.count, by: 2 * width) {
        let (middle, end) = (min(start + width, keys.count), min(start + 2 * width, keys.count))
        try machine.spend(end - start)
        try merge(keys, source, start, middle, end, into: &target, machine)
      }
      swap(&source, &target)
      width *= 2
    }
    return source
  }

  private static func merge(
    _ keys: [Value], _ source: [Int], _ start: Int, _ middle: Int, _ end: Int, into target: inout [Int],
    _ machine: Machine
  ) throws(Interrupt) {
    var (left, right) = (start, middle)
    for index in start..<end {
      var takesLeft = left < middle
      if takesLeft, right < end {
        takesLeft = try Value.compare(keys[source[right]], keys[source[left]], machine) >= 0
      }
      if takesLeft {
        target[index] = source[left]
        left += 1
      } else {
        target[index] = source[right]
        right += 1
      }
    }
  }
}
