/// What came of a part.
struct PartResult: Sendable {
  let part: any TorturePart.Type
  var trials = 0
  var losses: [Loss] = []

  /// Something that is gone, wrong, or was told otherwise than it is.
  struct Loss: Sendable {
    let trial: Int
    let text: String
  }
}

extension PartResult {
  static let tableHead = """
    | part | fault | requirement | trials | losses |
    |---|---|---|---:|---:|
    """

  /// For the table of the docs.
  var row: String { "| `\(part.name)` | \(part.summary) | \(part.promise) | \(trials) | \(losses.count) |" }
}
