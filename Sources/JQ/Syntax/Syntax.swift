import ParleyEngine

/// A filter as it is written.
final class Syntax {
  indirect enum Kind {
    case identity
    case recurse
    case constant(Value)
    case string(format: String?, [StringPart])
    case format(String)
    /// `target[key]`
    case index(Syntax, Syntax)
    /// `target[from:to]`
    case slice(Syntax, Syntax?, Syntax?)
    /// `target[]`
    case iterate(Syntax)
    case attempt(Syntax, catching: Syntax?)
    case array(Syntax?)
    case object([(key: Syntax, value: Syntax)])
    case negate(Syntax)
    case pipe(Syntax, Syntax)
    case comma(Syntax, Syntax)
    case binary(Operator, Syntax, Syntax)
    case and(Syntax, Syntax)
    case or(Syntax, Syntax)
    case alternative(Syntax, Syntax)
    /// `=`
    case assign(Syntax, Syntax)
    /// `|=`
    case update(Syntax, Syntax)
    /// `+=` and its like
    case arithmeticUpdate(Operator, Syntax, Syntax)
    /// `//=`
    case alternativeUpdate(Syntax, Syntax)
    case bind(Syntax, [Pattern], Syntax)
    case reduce(Syntax, [Pattern], initial: Syntax, update: Syntax)
    case foreach(Syntax, [Pattern], initial: Syntax, update: Syntax, extract: Syntax?)
    case condition(Syntax, Syntax, Syntax?)
    case label(String, Syntax)
    case leave(String)
    case define(Definition, Syntax)
    case call(String, [Syntax])
    case variable(String)
  }

  enum StringPart {
    case text(String)
    case interpolation(Syntax)
  }

  let kind: Kind
  /// The byte of the text to show when something is wrong here.
  let place: Int
  /// Its bytes in the text, without parentheses around it. Set once, by the parser.
  private(set) var range = 0..<0

  init(_ kind: Kind, at place: Int) {
    self.kind = kind
    self.place = place
  }

  /// Sets its range; a filter in parentheses has one already.
  func spanning(_ range: Range<Int>) -> Syntax {
    if self.range.isEmpty { self.range = range }
    return self
  }
}

/// A pattern that takes a value apart.
indirect enum Pattern {
  case variable(String, place: Int)
  case array([Pattern])
  case object([Member])

  struct Member {
    let key: Syntax
    /// `$name` and `$name: pattern` bind the whole member, too.
    let variable: String?
    let pattern: Pattern?
  }
}

struct Definition {
  struct Parameter {
    let name: String
    /// `$name`: a value, not a filter.
    let isValue: Bool
  }

  let name: String
  let parameters: [Parameter]
  let body: Syntax
  let place: Int
  /// Its bytes in the text, from `def` to the semicolon.
  let range: Range<Int>
}

enum Operator: String {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
}
