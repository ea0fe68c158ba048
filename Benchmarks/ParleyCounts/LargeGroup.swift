import Glibc

/// A group with much to show, which is the first in the list of groups.
struct LargeGroup {
  private let steps: [String]

  static func steps(_ count: Int) -> LargeGroup {
    LargeGroup(steps: (0..<count).map { "{ local: step\($0), jq: '.' }" })
  }

  /// One step that runs for so many elements.
  static func elements(_ count: Int) -> LargeGroup {
    LargeGroup(steps: ["{ local: many, each: '[range(\(count))]', jq: '. + 1' }", "{ local: sum, jq: 'add' }"])
  }

  func write(below folder: String) throws {
    let path = "\(folder)/workspace/groups/a-large-one.yaml"
    guard let file = fopen(path, "w") else { throw Unwritable(path: path) }
    fputs("serial:\n" + steps.map { "  - \($0)\n" }.joined(), file)
    fclose(file)
  }

  private struct Unwritable: Error { let path: String }
}
