import ParleyEngine

extension Answer {
  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .began: text = "…"
    case .news(_, .completed(let response)): text = "\(response.status)"
    case .news(_, .failed(let error)): text = error.summary
    case .news(_, .cancelled): text = "cancelled"
    case .news(_, .progressed): break
    case .opened: break
    }
    return []
  }
}
