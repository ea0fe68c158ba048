import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyStore
import ParleyWorkspace

/// Work on many things at once. The rounds say on how many, and then on twice as many: the tests look at how the instructions grow.
enum GrowingWork {
  static let all: [String: CountedWork.Work] = [
    // In memory, so that nothing but the work of the engine is counted.
    "growing-batch": { rounds, _ in
      try await rounds.counting { count in
        try await changeAndGoBack(count, in: SharedData(environment: "local", events: EventBus()))
      }
    },
    "growing-store": { rounds, place in
      let store = try await place.store()
      try await rounds.counting { count in
        // In an environment of its own, so that earlier keys are in the way of nothing.
        let shared = SharedData(storage: store.sharedData, environment: "of \(count)", events: EventBus())
        try await changeAndGoBack(count, in: shared)
        try await list(shared)
      }
      await store.close()
    },
    "growing-ciphers": { rounds, place in
      let session = try await place.session()
      try await rounds.counting { count in
        let names = names(count)
        _ = try await session.shared.change(names.map { SharedWrite($0, "value") })
        try await session.sharedKeys.bind(
          Dictionary(uniqueKeysWithValues: names.map { ($0, "gzip") }), by: NoPrompter())
        _ = try await SharedUndo(session).undoLast(redoes: false, by: NoPrompter())
      }
      await session.close()
    },
    "growing-import": imports,
    "growing-steps": { rounds, _ in
      try await rounds.counting { count in
        let steps = (0..<count).map { "  - { local: step\($0), jq: '.' }\n" }.joined()
        let text = GroupText("serial:\n\(steps)", ofGroup: "many")
        _ = try text.moving([NodePath.root.node(count / 2)], by: 1)
        _ = try text.nesting([NodePath.root.node(count / 2)])
      }
    },
  ]

  /// The files that an import of so many operations makes.
  private static let imports: CountedWork.Work = { rounds, _ in
    try await rounds.counting { count in
      let api = try ImportedAPI(ImportSource("api.json", MadeDescription(operations: count).bytes))
      _ = try ImportPlan(api, at: "/nonexistent")
    }
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { "user.key\($0)" } }

  private static func changeAndGoBack(_ count: Int, in shared: SharedData) async throws {
    let names = names(count)
    let made = try await shared.change(names.map { SharedWrite($0, "value") })
    let undone = try await shared.undo(batch: made[0].sequence)
    _ = try await shared.redo(batch: undone[0].sequence)
    let copy = try await shared.copy(names, to: "staging", isMove: false)
    _ = try await shared.make(copy.edits)
  }

  private static func list(_ shared: SharedData) async throws {
    var query = shared.query(limit: 50)
    while case let page = try await shared.list(query), page.entries.count == query.limit {
      query.after = page.entries.last?.key.name
      query.isCounted = false
    }
  }
}
