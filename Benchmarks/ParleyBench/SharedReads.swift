import Glibc
import ParleyEngine
import ParleyStore

/// `reads FOLDER COUNT`: values of a hundred shared keys, one of them after the other, by one task.
enum SharedReads {
  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2, let count = Int(arguments[1]) else { throw Usage() }
    let shared = SharedData(storage: try await standingStore(at: arguments[0]).sharedData)
    let names = (0..<100).map { "key.\($0)" }
    for name in names { try await shared.set(name, .text("the value of \(name)")) }
    var right = 0
    let cost = try await Measurement.of {
      for index in 0..<count where try await shared.get(names[index % names.count]) != nil { right += 1 }
    }
    return cost.json(["right": right])
  }
}

/// `keys STATE WORKSPACE ID COUNT`: fills the store of a workspace with that many keys.
enum SharedKeys {
  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 4, let count = Int(arguments[3]) else { throw Usage() }
    let location = try StateFolder(path: arguments[0]).location(ofWorkspace: arguments[2], at: arguments[1])
    let store = Store(at: location)
    try await store.open()
    let shared = SharedData(storage: store.sharedData, environment: "local")
    let cost = try await Measurement.of {
      for index in 0..<count {
        let name = "key.\(String(1_000_000 + index).dropFirst())"
        try await shared.set(name, .text("value \(index)"), writer: "bench")
      }
    }
    await store.close()
    return cost.json()
  }
}

/// `watch FOLDER COUNT` and `write FOLDER COUNT`, two processes: how long it takes until one has seen what the other wrote.
enum SharedChangesSeen {
  /// Says `ready`, then waits for so many changes.
  static func watch(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2, let count = Int(arguments[1]) else { throw Usage() }
    let shared = try await open(arguments[0])
    let changes = shared.changes(of: .key("moment"))
    _ = "ready\n".utf8CString.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count - 1) }
    var microseconds: [Int] = []
    for await change in changes {
      let written = change.entry.value?.text.flatMap(Int.init) ?? 0
      microseconds.append((Measurement.nanoseconds() - written) / 1000)
      if microseconds.count == count { break }
    }
    microseconds.sort()
    return "{\"median\":\(microseconds[count / 2]),\"largest\":\(microseconds[count - 1])}"
  }

  static func write(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2, let count = Int(arguments[1]) else { throw Usage() }
    let shared = try await open(arguments[0])
    for _ in 0..<count {
      try await shared.set("moment", .text("\(Measurement.nanoseconds())"))
      try await Task.sleep(for: .milliseconds(20))
    }
    return "{}"
  }

  private static func open(_ folder: String) async throws -> SharedData {
    let shared = SharedData(storage: try await standingStore(at: folder).sharedData)
    try await shared.open()
    return shared
  }
}

private func standingStore(at folder: String) async throws -> Store {
  let store = Store(at: folder, machineKey: "\(folder)/machine.key")
  try await store.open()
  return store
}
