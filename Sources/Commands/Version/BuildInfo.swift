internal import CBuildInfo

/// Which Parley this is.
package struct BuildInfo: Sendable {
  package static let version = "0.4.0"
  package static let ofThisProgram = BuildInfo(
    commit: String(cString: build_info_commit()), date: String(cString: build_info_date()))

  /// Empty where `swift build` made it, and not `make install` or `make dist`.
  let commit: String
  /// The commit's, such as 2026-11-24; empty where there is no commit.
  package let date: String

  /// `parley 0.4.0 (3b316c83d1, 2026-11-24)`
  package var line: String {
    let origin = [commit, date].filter { !$0.isEmpty }.joined(separator: ", ")
    return "parley \(Self.version) (\(origin.isEmpty ? "development build" : origin))"
  }
}
