internal import ParleyEngine
import ParleyFiles
internal import ParleyText

extension GroupText {
  /// The text with these steps in place of its own.
  /// - Parameter ids: the steps that were changed.
  func rebuilt(
    as tree: StepTree, _ ids: [Int], losesComments: Bool = false
  ) throws(GroupEditError) -> GroupEdit {
    let (edits, expected) = try StepRenderer(self).rendered(tree.branches)
    let text = try applying(edits, expected: expected)
    if !losesComments, !text.keeps(comments) { throw .cannotBeKept("there is a comment in the way") }
    return GroupEdit(text: text, paths: ids.compactMap(tree.path))
  }

  func keeps(_ comments: [String]) -> Bool {
    var counts = self.comments.reduce(into: [ExactString: Int]()) { $0[ExactString($1), default: 0] += 1 }
    return comments.allSatisfy { comment in
      counts[comment, default: 0] -= 1
      return counts[comment, default: 0] >= 0
    }
  }
}

extension YAMLDocument {
  /// Of the whole text, in its order.
  func comments(in layout: FileLayout) -> [String] {
    let bytes = source.bytes
    var (comments, position) = ([String](), source.markLength)
    for range in (root?.scalarRanges ?? []) + [bytes.count..<bytes.count] {
      while position < range.lowerBound {
        guard bytes[position] == UInt8(ascii: "#") else {
          position += 1
          continue
        }
        let end = layout.lineEnd(of: position)
        comments.append(String(decoding: bytes[position..<end].prefix { !$0.isLineBreak }, as: UTF8.self))
        position = end
      }
      position = max(position, range.upperBound)
    }
    return comments
  }
}
