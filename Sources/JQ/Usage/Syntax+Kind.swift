import ParleyEngine

extension Syntax {
  /// The kind of every value that it gives, as far as its text alone tells; nil where it may be another.
  var givenKind: JSONValue.Kind? {
    switch kind {
    case .constant(let value): value.jsonKind
    case .string, .format: .string
    case .array: .array
    case .object: .object
    case .negate: .number
    case .pipe(_, let last): last.givenKind
    case .bind(_, _, let body): body.givenKind
    case .binary(let sign, let left, let right): sign.givenKind(left.givenKind, right.givenKind)
    case .call(let name, let arguments): Syntax.kinds["\(name)/\(arguments.count)"]
    default: nil
    }
  }

  /// Of functions that give values of one kind, whatever they are given.
  private static let kinds: [String: JSONValue.Kind] = [
    "length/0": .number, "utf8bytelength/0": .number, "tonumber/0": .number, "floor/0": .number, "ceil/0": .number,
    "round/0": .number, "now/0": .number, "tostring/0": .string, "tojson/0": .string, "type/0": .string,
    "ascii_downcase/0": .string, "ascii_upcase/0": .string, "join/1": .string, "split/1": .array, "keys/0": .array,
    "map/1": .array, "sort/0": .array, "sort_by/1": .array, "unique/0": .array, "unique_by/1": .array,
    "group_by/1": .array, "to_entries/0": .array, "from_entries/0": .object, "with_entries/1": .object,
  ]
}

extension Operator {
  fileprivate func givenKind(_ left: JSONValue.Kind?, _ right: JSONValue.Kind?) -> JSONValue.Kind? {
    switch self {
    case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: .bool
    // Adding to a number, or taking from it, gives a number.
    case .add, .subtract, .divide, .modulo: left == .number || right == .number ? .number : nil
    case .multiply: left == .number && right == .number ? .number : nil
    }
  }
}

extension Value {
  fileprivate var jsonKind: JSONValue.Kind {
    switch payload {
    case .null: .null
    case .bool: .bool
    case .number, .literal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
