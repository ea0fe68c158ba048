import JQ
import ParleyEngine

/// The outputs of a filter as compact JSON, one after the other.
func outputs(_ filter: String, _ input: String = "null", limits: JQLimits = JQLimits()) throws -> [String] {
  try JQProgram(filter).values(of: JSONValue(parsing: input), limits: limits).map(\.description)
}

/// The sentence a filter fails with; nil if it does not.
func failure(_ filter: String, _ input: String = "null", limits: JQLimits = JQLimits()) throws -> JQRuntimeError? {
  do {
    _ = try JQProgram(filter).values(of: JSONValue(parsing: input), limits: limits)
    return nil
  } catch let error as JQRuntimeError {
    return error
  }
}

/// Why a text is no filter; nil if it is one.
func mistake(_ filter: String) -> String? {
  do {
    _ = try JQProgram(filter)
    return nil
  } catch {
    return error.description
  }
}

/// A filter, its input and what it puts out.
struct Case: Sendable, CustomStringConvertible {
  let filter: String
  let input: String
  let expected: [String]

  init(_ filter: String, _ input: String, _ expected: String...) {
    (self.filter, self.input, self.expected) = (filter, input, expected)
  }

  var description: String { filter }
}
