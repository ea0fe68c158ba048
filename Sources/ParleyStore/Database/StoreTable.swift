/// The tables of a store that people know of, by their names in its files.
enum StoreTable: String, CaseIterable, Sendable {
  case draft
  case shared
  case sharedSnapshot = "shared_snapshot"
  case cookie
  case cipherKey = "cipher_key"
  case exchange
  case event
  case run
  case runNode = "run_node"
  case runBegun = "run_begun"
  case cache

  var words: (one: String, many: String) {
    switch self {
    case .draft: ("draft", "drafts")
    case .shared: ("change of shared data", "changes of shared data")
    case .sharedSnapshot: ("snapshot of shared data", "snapshots of shared data")
    case .cookie: ("cookie", "cookies")
    case .cipherKey: ("cipher key", "cipher keys")
    case .exchange: ("exchange", "exchanges")
    case .event: ("event", "events")
    case .run: ("run", "runs")
    case .runNode: ("step of a run", "steps of runs")
    case .runBegun: ("batch of steps that had begun", "batches of steps that had begun")
    case .cache: ("cache entry", "cache entries")
    }
  }
}
