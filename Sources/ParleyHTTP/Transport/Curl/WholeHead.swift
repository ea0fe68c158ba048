package import HTTPTypes

/// Reads the head of a response that is there as a whole, as a transfer reads it while it comes.
package enum WholeHead {
  /// More fields are refused.
  package static let fieldLimit = HeadReader.fieldLimit

  /// - Parameter lines: with their line breaks, as libcurl hands them over.
  /// - Returns: the fields of the last head; nil where it does not end, or is too large.
  package static func fields(of lines: [[UInt8]]) -> HTTPFields? {
    var reader = HeadReader()
    for line in lines {
      if case .complete(let head) = line.withUnsafeBytes({ reader.take($0) }) { return head.fields }
    }
    return nil
  }
}
