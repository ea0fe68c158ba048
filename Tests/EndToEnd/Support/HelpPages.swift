import TestSupport

/// What commands say of themselves, each asked once: many tests look at the same one.
actor HelpPages {
  static let shared = HelpPages()
  private var pages: [[String]: FinishedProcess] = [:]

  /// - Parameter words: a program of this package and the names of its command, or `make` and a target.
  func page(of words: [String]) async throws -> FinishedProcess {
    if let page = pages[words] { return page }
    let page = try await Self.read(words)
    pages[words] = page
    return page
  }

  private static func read(_ words: [String]) async throws -> FinishedProcess {
    if words[0] == "make" {
      return try await FinishedProcess.run("/usr/bin/make", ["-n", "-C", Repository.root] + words.dropFirst())
    }
    return try await FinishedProcess.run(Executables.built(words[0]), words.dropFirst() + ["--help"])
  }
}
