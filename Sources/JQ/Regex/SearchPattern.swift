import CPCRE2

/// A regular expression by itself, for what is no filter: the patterns of a JSON Schema.
///
/// ```swift
/// SearchPattern("^[A-Z]+$")?.isFound(in: "ABC")  // true
/// ```
package final class SearchPattern {
  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer

  private static let mostSteps: UInt32 = 1_000_000
  private static let mostKilobytes: UInt32 = 65_536

  /// - Returns: nil for what is no expression.
  package init?(_ pattern: String) {
    var (error, offset): (Int32, Int) = (0, 0)
    let bytes = Array(pattern.utf8)
    let options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else { return nil }
    guard let data = pcre2_match_data_create_from_pattern_8(code, nil), let context = pcre2_match_context_create_8(nil)
    else {
      pcre2_code_free_8(code)
      return nil
    }
    (self.code, self.data, self.context) = (code, data, context)
    pcre2_set_match_limit_8(context, Self.mostSteps)
    pcre2_set_heap_limit_8(context, Self.mostKilobytes)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_data_free_8(data)
    pcre2_code_free_8(code)
  }

  /// Whether a part of the text matches; nil where the search was given up because it takes too long.
  package func isFound(in text: String) -> Bool? {
    let subject = Array(text.utf8)
    let result = pcre2_match_8(code, subject, subject.count, 0, 0, data, context)
    if result == PCRE2_ERROR_NOMATCH { return false }
    return result >= 0 ? true : nil
  }
}
