import Glibc

/// A part of what a suite could try, where all of it takes too long for every run of the tests.
///
/// It is another part for each commit, and the same for everybody who tests that commit. All of it is tried by the campaign's
/// part `whole`, which lists the suites.
public enum Sample {
  private static let isWhole = getenv("PARLEY_WHOLE") != nil

  /// `Scripts/test` makes it of the commit.
  private static let seed = getenv("PARLEY_SAMPLE").flatMap { UInt64(String(cString: $0), radix: 16) } ?? 0

  /// So many of the cases, or all of them: one of each stretch of the list, so that no kind is left out.
  public static func of<Case>(_ cases: [Case], _ count: Int) -> [Case] {
    guard !isWhole, count < cases.count else { return cases }
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { part in
      cases[Int.random(in: cases.count * part / count..<cases.count * (part + 1) / count, using: &random)]
    }
  }
}
