import Glibc

/// The folder the sources are in, wherever they are built.
public enum Repository {
  /// Without symbolic links: this file is `Tests/Support/Repository.swift` of it.
  public static let root: String = {
    guard let file = realpath(#filePath, nil) else { return "." }
    defer { free(file) }
    let names = String(cString: file).split(separator: "/", omittingEmptySubsequences: false)
    return names.dropLast(3).joined(separator: "/")
  }()
}
