import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace

extension RunsTask {
  /// Prints the places at which a value stands in a run, or in the newest runs.
  /// - Returns: whether there are any, as the exit status of `grep`.
  func find(_ text: String, run name: String?, group: String?, limit: Int) async throws -> ExitStatus {
    let search = try ValueSearch(text)
    let runs: [KeptRun] =
      if let name { [try await keptRun(name)] } else { try await session.runs.toSearch(of: group) }
    var (found, json) = (0, [JSONValue]())
    try await session.runs.find(search, in: runs, limit: limit) { run, values in
      found += values.count
      if printsJSON {
        json += values.map { $0.json(in: run) }
      } else {
        let front = runs.count > 1 ? "run \(run.sequence)  \(run.summary.shownName)  " : ""
        for value in values { console.print("\(front)\(Printable.text(value.line))") }
      }
    }
    if printsJSON { console.print(.array(json)) }
    if found == limit { console.note("Only the first \(limit.counted("place")).") }
    if found == 0 { console.note("It stands nowhere in \(name == nil ? runs.count.counted("run") : "the run").") }
    return found > 0 ? .good : .expectationMissed
  }
}

extension FoundValue {
  fileprivate func json(in run: KeptRun) -> JSONValue {
    var object: JSONValue = [
      "run": .number(JSONNumber(run.sequence)), "step": .string("\(step)"), "name": .string(name),
      "part": .string(part.rawValue), "text": .string(text),
    ]
    object["path"] = path.map { .string("\($0)") }
    return object
  }
}

extension RunFilter {
  /// - Throws: `UsageError` with what is wrong in it.
  init(checked text: String) throws {
    self.init(text)
    if let problem = problems.first { throw UsageError(problem) }
  }
}
