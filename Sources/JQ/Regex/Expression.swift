import CPCRE2

/// A compiled regular expression of PCRE2, with its bounds in time.
///
/// jq's own engine reads Perl's dialect, and so does this one; names, look-around and Unicode classes are the same.
final class Expression {
  struct Flags {
    var options: UInt32 = 0
    var isGlobal = false

    /// The letters of jq: `g`, `i`, `x`, `s`, `n`, `p`, `l`.
    init(_ letters: String) throws(Interrupt) {
      for letter in letters.unicodeScalars {
        switch letter {
        case "g": isGlobal = true
        case "i": options |= PCRE2_CASELESS
        case "x": options |= PCRE2_EXTENDED
        case "m", "p": options |= PCRE2_DOTALL
        case "n": options |= Expression.notEmpty
        // What jq's engine always does, and what needs no other engine to be found.
        case "s", "l": break
        default: throw .error("\(letters) is not a valid modifier string")
        }
      }
    }
  }

  private static let notEmpty: UInt32 = 1 << 31
  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer
  private let matchOptions: UInt32
  /// The name of each group, by number.
  let names: [String?]
  var groupCount: Int { names.count - 1 }

  /// About a second of search: a catastrophic expression ends with an error.
  private static let mostSteps: UInt32 = 5_000_000
  private static let mostKilobytes: UInt32 = 65_536

  init(_ pattern: String, _ flags: Flags) throws(Interrupt) {
    var (error, offset): (Int32, Int) = (0, 0)
    let bytes = Array(pattern.utf8)
    let options =
      flags.options & ~Expression.notEmpty | PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else {
      throw .error("\(pattern) (at \(offset)) is not a valid regex: \(Expression.message(error))")
    }
    guard let data = pcre2_match_data_create_from_pattern_8(code, nil), let context = pcre2_match_context_create_8(nil)
    else {
      pcre2_code_free_8(code)
      throw .error("Out of memory")
    }
    (self.code, self.data, self.context) = (code, data, context)
    matchOptions = flags.options & Expression.notEmpty != 0 ? PCRE2_NOTEMPTY : 0
    names = Expression.names(of: code)
    pcre2_set_match_limit_8(context, Expression.mostSteps)
    pcre2_set_heap_limit_8(context, Expression.mostKilobytes)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_data_free_8(data)
    pcre2_code_free_8(code)
  }

  private static func message(_ error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(error, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<Int(count)], as: UTF8.self) : "error \(error)"
  }

  private static func names(of code: OpaquePointer) -> [String?] {
    var (groups, count, size): (UInt32, UInt32, UInt32) = (0, 0, 0)
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    var names = [String?](repeating: nil, count: Int(groups) + 1)
    guard let table else { return names }
    for index in 0..<Int(count) {
      // An entry is the number of the group in two bytes, and its name with a zero at the end.
      let entry = UnsafeBufferPointer(start: table + index * Int(size), count: Int(size))
      let group = Int(entry[0]) << 8 | Int(entry[1])
      if group < names.count { names[group] = String(decoding: entry[2...].prefix { $0 != 0 }, as: UTF8.self) }
    }
    return names
  }

  /// The groups of the first match at or behind `start`, in bytes; nil for a group that took no part.
  func match(
    _ subject: [UInt8], from start: Int, isChecked: Bool, _ machine: Machine
  ) throws(Interrupt) -> [Range<Int>?]? {
    let options = matchOptions | (isChecked ? PCRE2_NO_UTF_CHECK : 0)
    var meter = SearchMeter(machine)
    let result = withUnsafeMutablePointer(to: &meter) { meter in
      pcre2_set_callout_8(context, { _, meter in SearchMeter.step(meter) }, meter)
      return pcre2_match_8(code, subject, subject.count, start, options, data, context)
    }
    if result == PCRE2_ERROR_NOMATCH { return nil }
    guard result > 0 else { throw meter.interrupt ?? failure(result) }
    let offsets = UnsafeBufferPointer(start: pcre2_get_ovector_pointer_8(data), count: 2 * names.count)
    return names.indices.map { group in
      let (lower, upper) = (offsets[2 * group], offsets[2 * group + 1])
      return group < result && lower != Int.max && lower <= upper && lower >= 0 ? lower..<upper : nil
    }
  }

  private func failure(_ code: Int32) -> Interrupt {
    switch code {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT: .stopped(.expression)
    default: .error("Regex failure: \(Expression.message(code))")
    }
  }
}

/// Counts the steps of one search, and ends it when its evaluation may not go on. PCRE2's own limit holds for each place where a
/// match may start, of which a long text has many.
private struct SearchMeter {
  private let machine: Machine
  private var steps = 0
  private(set) var interrupt: Interrupt?

  private static let portion = 1024

  init(_ machine: Machine) {
    self.machine = machine
  }

  /// Called before each item of the expression.
  /// - Returns: zero to go on, or the error that the search ends with.
  static func step(_ meter: UnsafeMutableRawPointer?) -> Int32 {
    guard let meter = meter?.assumingMemoryBound(to: SearchMeter.self) else { return 0 }
    meter.pointee.steps += 1
    return meter.pointee.steps % portion == 0 ? meter.pointee.spend() : 0
  }

  private mutating func spend() -> Int32 {
    do throws(Interrupt) {
      try machine.spend(SearchMeter.portion)
      return 0
    } catch {
      interrupt = error
      return PCRE2_ERROR_CALLOUT
    }
  }
}

/// The expressions of an evaluation, each compiled once.
final class ExpressionCache {
  private struct Key: Hashable {
    let pattern: String
    let flags: String
  }

  private var entries: [Key: (Expression, Expression.Flags)] = [:]
  private static let most = 256

  func expression(_ pattern: String, _ letters: String) throws(Interrupt) -> (Expression, Expression.Flags) {
    let key = Key(pattern: pattern, flags: letters)
    if let known = entries[key] { return known }
    let flags = try Expression.Flags(letters)
    let made = (try Expression(pattern, flags), flags)
    if entries.count >= ExpressionCache.most { entries.removeAll() }
    entries[key] = made
    return made
  }
}
