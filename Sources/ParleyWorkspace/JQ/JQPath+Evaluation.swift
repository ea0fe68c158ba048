internal import ParleyEngine

extension JQPath {
  /// What it gives, in order.
  /// - Throws: `JQError.failed`, with the words of jq.
  func values(on input: JQInput) throws(JQError) -> [JSONValue] {
    var values = [variable.map { input[$0] } ?? input.value]
    for step in steps { values = try step.applied(to: values) }
    return values
  }
}

extension JQPath.OptionalStep {
  fileprivate func applied(to values: [JSONValue]) throws(JQError) -> [JSONValue] {
    var results: [JSONValue] = []
    for value in values {
      do throws(JQError) {
        results += try step.applied(to: value)
      } catch {
        if !isOptional { throw error }
      }
    }
    return results
  }
}

extension JQPath.Step {
  fileprivate func applied(to value: JSONValue) throws(JQError) -> [JSONValue] {
    switch (self, value) {
    case (.each, .array(let elements)): elements
    case (.each, .object(let members)): Array(members.values)
    case (.each, _): throw .failed("Cannot iterate over \(value.jqName)")
    case (.pick, .null): [.null]
    case (.pick(.key(let key)), .object(let members)): [members[key] ?? .null]
    case (.pick(.index(let index)), .array(let elements)):
      [value[index < 0 ? elements.count + index : index] ?? .null]
    case (.pick(.key(let key)), _): throw .failed("Cannot index \(value.jqName) with \(JSONValue.string(key))")
    case (.pick(.index), _): throw .failed("Cannot index \(value.jqName) with number")
    }
  }
}

extension JSONValue {
  /// As jq calls what it is.
  fileprivate var jqName: String { kind == .bool ? "boolean" : kind.rawValue }
}
