extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  @inlinable package var trimmingBlanks: SubSequence {
    let rest = drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? rest
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces and tabs at both ends.
  package var trimmingBlanks: ArraySlice<UInt8> {
    var rest = drop(while: \.isBlank)
    while rest.last?.isBlank == true { rest.removeLast() }
    return rest
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == .space || self == .tab }
}
