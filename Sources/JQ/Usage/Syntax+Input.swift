extension Syntax {
  /// Whether what it gives depends on its input; in doubt it does.
  var readsInput: Bool {
    switch kind {
    case .identity, .recurse, .format, .assign, .update, .arithmeticUpdate, .alternativeUpdate: true
    case .constant, .variable, .leave: false
    // What stands behind the pipe works on what stands before it.
    case .pipe(let left, _): left.readsInput
    case .attempt(let body, _): body.readsInput
    case .reduce(let source, let patterns, let initial, _): Syntax.readInput([source, initial], patterns)
    case .foreach(let source, let patterns, let initial, _, _): Syntax.readInput([source, initial], patterns)
    case .define(_, let body): body.readsInput
    case .call(let name, let arguments):
      !Syntax.withoutInput.contains("\(name)/\(arguments.count)") || Syntax.readInput(arguments)
    default: Syntax.readInput(parts)
    }
  }

  private static func readInput(_ parts: [Syntax], _ patterns: [Pattern] = []) -> Bool {
    (parts + patterns.flatMap(\.keys)).contains { $0.readsInput }
  }

  /// Functions that look at their arguments alone.
  private static let withoutInput: Set<String> = [
    "null/0", "true/0", "false/0", "empty/0", "now/0", "nan/0", "infinite/0", "builtins/0", "error/1", "range/1",
    "range/2", "range/3", "first/1", "last/1", "isempty/1", "limit/2", "nth/2", "any/2", "all/2",
  ]
}
