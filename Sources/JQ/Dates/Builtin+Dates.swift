extension Builtin {
  /// Dates in UTC.
  static let dates: [(String, Builtin)] = [
    input("mktime") { value, _ throws(Interrupt) in Value(try Calendar.seconds(of: value)) },
    input("gmtime") { value, _ throws(Interrupt) in try brokenDown(value, "gmtime") },
    input("localtime") { value, _ throws(Interrupt) in try brokenDown(value, "localtime") },
    value("strptime") { value, format, _ throws(Interrupt) in
      guard let text = value.string, let format = format.string else {
        throw .error("strptime/1 requires string inputs and arguments", at: value)
      }
      return try Calendar.parse(text, format)
    },
    value("strftime") { value, format, _ throws(Interrupt) in try text(value, format, "strftime/1") },
    value("strflocaltime") { value, format, _ throws(Interrupt) in try text(value, format, "strflocaltime/1") },
    input("todate") { value, _ throws(Interrupt) in try text(value, Value(iso8601), "strftime/1") },
    input("todateiso8601") { value, _ throws(Interrupt) in try text(value, Value(iso8601), "strftime/1") },
    input("date") { value, _ throws(Interrupt) in try text(value, Value(iso8601), "strftime/1") },
    input("fromdate") { value, _ throws(Interrupt) in try seconds(value) },
    input("fromdateiso8601") { value, _ throws(Interrupt) in try seconds(value) },
    values("dateadd", 2) { value, arguments, machine throws(Interrupt) in try shifted(value, by: arguments[1], machine)
    },
    values("datesub", 2) { value, arguments, machine throws(Interrupt) in
      guard let number = arguments[1].double else { throw .error("\(arguments[1].described) cannot be negated") }
      return try shifted(value, by: Value(-number), machine)
    },
  ]

  private static let iso8601 = "%Y-%m-%dT%H:%M:%SZ"

  private static func brokenDown(_ value: Value, _ name: String) throws(Interrupt) -> Value {
    guard let seconds = value.double else { throw .error("\(name)() requires a number", at: value) }
    return try Calendar.brokenDown(seconds)
  }

  private static func text(_ value: Value, _ format: Value, _ name: String) throws(Interrupt) -> Value {
    guard value.kind == .number || value.kind == .array else {
      throw .error("\(name) requires parsed datetime inputs", at: value)
    }
    guard let format = format.string else { throw .error("\(name) requires a string format", at: format) }
    return Value(try Calendar.text(value, format, name))
  }

  private static func seconds(_ value: Value) throws(Interrupt) -> Value {
    guard let text = value.string else {
      throw .error("strptime/1 requires string inputs and arguments", at: value)
    }
    return Value(try Calendar.seconds(of: Calendar.parse(text, iso8601)))
  }

  private static func shifted(_ value: Value, by seconds: Value, _ machine: Machine) throws(Interrupt) -> Value {
    var sum = value
    return try Arithmetic.add(&sum, seconds, machine)
  }
}
