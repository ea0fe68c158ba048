/// The folder that the program was started from.
public enum CurrentFolder {
  /// Its real path; nil where it is gone.
  public static var path: String? { try? FileSystem.currentDirectory() }
}
