import ParleyFiles
import ParleyWorkspace

/// Workspaces that are read: the tests compare one kind of requests with another.
enum OpeningWork {
  static let all: [String: CountedWork.Work] = [
    "opening-plain": opening(ManyRequests.plain), "opening-forms": opening(ManyRequests.form),
  ]

  /// Reads a workspace with so many requests.
  private static func opening(_ request: String) -> CountedWork.Work {
    { rounds, place in
      for count in [Rounds.warmUp] + rounds.counts {
        try ManyRequests(request, count: count).write(below: place.folder)
      }
      try await rounds.counting { count in
        _ = try Workspace.load(at: ManyRequests(request, count: count).path(below: place.folder))
      }
    }
  }
}
