extension FixedWidthInteger {
  /// The sum; where there is no such number, the end of the range that it lies beyond.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? other < 0 ? .min : .max : sum
  }

  /// The difference; where there is no such number, the end of the range that it lies beyond.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    return isBeyond ? self < other ? .min : .max : difference
  }
}
