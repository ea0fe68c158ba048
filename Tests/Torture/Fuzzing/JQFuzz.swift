import Glibc
import JQ
import ParleyEngine

/// Filters, compiled and applied, with and without tracing.
enum JQFuzz: Fuzz {
  static let name = "fuzz-jq"
  static let summary = "jq filters, compiled and applied to documents"

  static let seeds = [
    "[.items[] | select(.price > 50) | {id, name}] | sort_by(.id) | map(.name) | join(\", \")",
    "reduce .items[] as {price: $p, tags: [$first]} (0; . + $p) | if . > 10 then \"\\(.) much\" elif . == 0 then null end",
    "def f($x; g): if $x > 3 then . else (g | f($x + 1; g)) end; f(0; [., .]) | tojson | length",
    ".items |= map(.price += 1 | del(.tags)) | paths, (.. | numbers), (.items | group_by(.price % 2) | add)",
    "try (.text | test(\"^(a+)+$\"; \"x\"), gsub(\"(?<v>[a-z])\"; \"<\\(.v)>\"), ascii_upcase, @base64, @uri) catch .",
    "label $out | foreach .items[] as $i (0; . + 1; if . > 1 then ., break $out else [limit(3; repeat(.))] end)",
    ".items[1:] as [$a, {tags: [$b]}] ?// $a | [$a, $b?] | tostream, (to_entries | from_entries?), transpose?",
    "[.. | scalars] | unique, min, max, (map(tostring) | sort | implode?), index(3), contains([3]), flatten, @csv?",
    "path(..), (.items[0].price as $p | $p * 2 - 1 / 3 % 7), ([range(0; 20; 3)] | bsearch(9)), (\"x\" * 3), ltrimstr(\"a\")",
  ].map { Array($0.utf8) }

  private static let documents: [JSONValue] = [
    [
      "text": "aaaa bé 12",
      "items": [
        ["id": 3, "name": "lamp", "price": 60, "tags": ["a", "b"]], ["id": 1, "name": "cup", "price": 4, "tags": []],
      ],
    ],
    [3, [1, [2, nil]], "é"], nil,
  ]
  private static let limits = JQLimits(steps: 200_000, outputs: 1000, memory: 64 << 20)
  /// Far more than the bounds allow, and what the program itself holds.
  private static let mostMemory = 1 << 30

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    let text = String(decoding: input, as: UTF8.self)
    let program: JQProgram
    do throws(JQCompileError) { program = try JQProgram(text) } catch {
      return error.line < 1 || error.column < 1 ? "a mistake at \(error.line):\(error.column)" : nil
    }
    for document in documents {
      if let mistake = mistake(of: program, on: document) { return mistake }
    }
    return largestMemory > mostMemory ? "\(largestMemory >> 20) MB were in use" : nil
  }

  /// Where values come from changes nothing in them.
  private static func mistake(of program: JQProgram, on document: JSONValue) -> String? {
    let plain = Result { () throws(JQRuntimeError) in try program.values(of: document, limits: limits) }
    let traced = Result { () throws(JQRuntimeError) in try program.traces(of: document, limits: limits) }
    guard case .success(let values) = plain, case .success(let traces) = traced, !program.text.contains("now") else {
      return nil
    }
    for trace in traces { _ = trace.leaves(limit: 1000) }
    return traces.map(\.value) == values ? nil : "traced it gives \(traces.map(\.value)), not \(values)"
  }

  private static var largestMemory: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss << 10
  }
}
