import ParleyEngine

extension NodeRecord {
  /// Of a job in its first attempt.
  static func begun(_ index: Int) -> NodeRecord {
    let time = Timestamp(microseconds: 1_795_269_787_000_000)
    var node = NodeRecord(path: .root.node(index), name: "job \(index)", kind: .job, state: .running, startedAt: time)
    node.attempts = [Attempt(startedAt: time)]
    return node
  }
}
