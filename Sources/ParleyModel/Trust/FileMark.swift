/// By what a file is known again as the same: whoever writes to it or puts another in its place changes it.
package struct FileMark: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}
