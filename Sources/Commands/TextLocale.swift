import Glibc

/// The locale by which libraries read and convert text: without it libcurl takes no names beyond ASCII, and the terminal no wide characters.
package enum TextLocale {
  /// Takes the locale of the environment, or one of UTF-8 where that has another encoding. Before there are threads.
  /// - Returns: whether text is UTF-8 now.
  @discardableResult
  package static func useUTF8() -> Bool {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
    return setlocale(LC_CTYPE, "C.UTF-8") != nil
  }
}
