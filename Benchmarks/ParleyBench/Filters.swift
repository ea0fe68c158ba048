import JQ
import ParleyEngine

/// `filters COUNT`: microseconds to compile and run a small filter, to run it compiled, and to run it traced.
enum Filters {
  private static let filter = "[.[] | select(.price > 50) | {id, name}]"
  private static let document: JSONValue = [
    ["id": 1, "name": "lamp", "price": 60], ["id": 2, "name": "cup", "price": 4],
  ]

  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 1, let count = Int(arguments[0]) else { throw Usage() }
    let program = try JQProgram(filter)
    let once = try microseconds(count) { try JQProgram(filter).values(of: document).count }
    let compiled = try microseconds(count) { try program.values(of: document).count }
    let traced = try microseconds(count) { try program.traces(of: document).count }
    return "{\"once\":\(once),\"compiled\":\(compiled),\"traced\":\(traced)}"
  }

  private static func microseconds(_ count: Int, _ work: () throws -> Int) throws -> Double {
    let start = Measurement.nanoseconds()
    var outputs = 0
    for _ in 0..<count { outputs += try work() }
    precondition(outputs == count)
    return Double(Measurement.nanoseconds() - start) / Double(count) / 1000
  }
}
