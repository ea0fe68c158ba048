import HTTPTypes
import ParleyEngine
import ParleyWorkspace

/// What became of a run, for people and for programs. Values are not in it: they may be secrets.
struct RunReport {
  /// One node, in the order of the group.
  struct Step {
    let name: String
    /// As in `3.1`.
    let path: String
    let result: NodeResult
    var inner: [Step] = []
  }

  let result: GroupResult
  let steps: [Step]
  let took: Duration

  init(_ group: Group, _ result: GroupResult, took: Duration) {
    self.result = result
    self.took = took
    steps = Self.steps(of: group, result.results, at: .root)
  }

  private static func steps(of group: Group, _ results: [NodeResult], at path: NodePath) -> [Step] {
    zip(group.nodes, results).enumerated().map { index, pair in
      step(pair.0, pair.1, at: path.node(index))
    }
  }

  private static func step(_ node: Node, _ result: NodeResult, at path: NodePath) -> Step {
    var step = Step(name: node.name, path: "\(path)", result: result)
    if node.elements != nil {
      step.inner = result.results.enumerated().map { index, result in
        Step(name: "\(node.name)[\(index)]", path: "\(path.element(index))", result: result)
      }
    } else if case .group(let group) = node.kind {
      step.inner = steps(of: group, result.results, at: path)
    }
    return step
  }

  /// Those that do something themselves.
  var leaves: [Step] { steps.flatMap(\.leaves) }

  var summary: String {
    let leaves = leaves
    let counts = [
      ("done", leaves.count { $0.result.succeeded }), ("failed", leaves.count { $0.result.failed }),
      ("skipped", leaves.count { $0.result.state == .skipped }),
      ("never ran", leaves.count { $0.result.state == .neverRan }),
    ]
    let told = counts.filter { $0.1 > 0 || $0.0 == "done" }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    return "\(result.name ?? "group"): \(told), \(DurationText.text(of: .milliseconds(Int64(took / .milliseconds(1)))))"
  }
}

extension RunReport.Step {
  var leaves: [RunReport.Step] { inner.isEmpty ? [self] : inner.flatMap(\.leaves) }

  /// For a terminal.
  var lines: [String] {
    let mark =
      switch result.state {
      case .succeeded: "✓"
      case .failed, .cancelled: "✗"
      case .skipped, .neverRan: "–"
      }
    let parts = [mark, path, name, status.map { "\($0)" }, time].compactMap(\.self)
    let reason = result.error.map { ["    \(Printable.text($0.summary))"] } ?? []
    return [Printable.text(parts.joined(separator: "  "))] + reason
  }

  var status: Int? { result.response?.status.code }

  private var time: String? {
    result.response.map { DurationText.text(of: .milliseconds(Int64($0.timings.total / .milliseconds(1)))) }
  }
}

// For programs.
extension RunReport {
  var json: JSONValue {
    [
      "group": .string(result.name ?? ""), "run": .string(result.groupID), "succeeded": .bool(result.succeeded),
      "stopped": .bool(result.stopped), "ms": .number(JSONNumber(Int64(took / .milliseconds(1)))),
      "steps": .array(steps.map(\.json)),
    ]
  }

  /// In the form that build servers read: a test for each step that does something itself.
  var junit: String {
    let leaves = leaves
    let name = Self.escaped(result.name ?? "group")
    let counts = "tests=\"\(leaves.count)\" failures=\"\(leaves.count { $0.result.failed })\""
    let skipped = "skipped=\"\(leaves.count { !$0.result.hasRun })\" time=\"\(Self.seconds(took))\""
    let cases = leaves.map { testCase($0, in: name) }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(name)" \(counts) \(skipped)>
      \(cases)  </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ step: Step, in group: String) -> String {
    let time = Self.seconds(step.result.response?.timings.total ?? .zero)
    let start =
      "    <testcase classname=\"\(group)\" name=\"\(Self.escaped("\(step.path) \(step.name)"))\" time=\"\(time)\""
    switch step.result.state {
    case .succeeded: return start + "/>\n"
    case .skipped, .neverRan: return start + "><skipped/></testcase>\n"
    case .failed, .cancelled:
      let error = step.result.error
      let type = Self.escaped(error?.code ?? "failed")
      let message = Self.escaped(error?.summary ?? "It failed.")
      return start + "><failure type=\"\(type)\" message=\"\(message)\"/></testcase>\n"
    }
  }

  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = Int64(duration / .milliseconds(1))
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// XML has no place for control characters, escaped or not.
  private static func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(Printable.text(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}

extension RunReport.Step {
  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "name": .string(name), "path": .string(path), "state": .string(result.state.rawValue),
    ]
    object["status"] = status.map { .number(JSONNumber($0)) }
    object["ms"] = result.response.map { .number(JSONNumber(Int64($0.timings.total / .milliseconds(1)))) }
    object["error"] = result.error.map { Failure($0).json }
    if !inner.isEmpty { object["steps"] = .array(inner.map(\.json)) }
    return object
  }
}
