import ParleyEngine
import ParleyWorkspace

/// Runs as lines of JSON: one for each step in the order of the runs, and one for each run behind its steps.
struct JSONLinesReport {
  private let outcomes: [RunOutcome]

  init(_ outcomes: [RunOutcome]) { self.outcomes = outcomes }

  var documents: [JSONValue] {
    outcomes.flatMap { outcome -> [JSONValue] in
      let (job, report) = (outcome.job, outcome.report)
      var run = report.json
      let steps = (run["steps"]?.array ?? []).map { step -> JSONValue in
        var line: JSONValue = ["type": "step"]
        line["run"] = run["number"]
        line["group"] = .string(job.group)
        for (key, value) in step.object ?? [:] { line[key] = value }
        return line
      }
      run["steps"] = nil
      var last: JSONValue = ["type": "run"]
      last["row"] = job.row.map(JSONValue.string)
      last["round"] = job.round.map { .number(JSONNumber($0)) }
      for (key, value) in run.object ?? [:] { last[key] = value }
      return steps + [last]
    }
  }
}
