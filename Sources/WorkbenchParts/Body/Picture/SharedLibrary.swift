import Glibc

/// A library of the system that is used where it is installed, and not needed where it is not.
struct SharedLibrary: @unchecked Sendable {  // the handle of a library that is never unloaded
  private let handle: UnsafeMutableRawPointer

  /// - Returns: nil where it is not installed.
  init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// - Parameter type: of the function, as the library's header declares it.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
