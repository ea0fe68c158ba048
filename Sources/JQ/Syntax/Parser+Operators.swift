extension Parser {
  enum Precedence: Int {
    case comma = 1
    case alternative, assignment, or, and, comparison, addition, multiplication, none

    var isRightAssociative: Bool { self == .alternative }
    var isNonAssociative: Bool { self == .assignment || self == .comparison }
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .none }
  }

  /// The operator that stands here.
  var binaryOperator: (Precedence, String)? {
    switch token.kind {
    case .symbol(let symbol): Parser.precedence(of: symbol).map { ($0, symbol) }
    case .identifier("or"): (.or, "or")
    case .identifier("and"): (.and, "and")
    default: nil
    }
  }

  private static func precedence(of symbol: String) -> Precedence? {
    switch symbol {
    case "//": .alternative
    case "=", "|=", "+=", "-=", "*=", "/=", "%=", "//=": .assignment
    case "==", "!=", "<", ">", "<=", ">=": .comparison
    case "+", "-": .addition
    case "*", "/", "%": .multiplication
    default: nil
    }
  }

  static func operation(_ symbol: String, _ left: Syntax, _ right: Syntax) -> Syntax.Kind {
    if let simple = Operator(rawValue: symbol) { return .binary(simple, left, right) }
    switch symbol {
    case "//": return .alternative(left, right)
    case "=": return .assign(left, right)
    case "|=": return .update(left, right)
    case "//=": return .alternativeUpdate(left, right)
    case "or": return .or(left, right)
    case "and": return .and(left, right)
    default: return .arithmeticUpdate(Operator(rawValue: String(symbol.dropLast())) ?? .add, left, right)
    }
  }
}
