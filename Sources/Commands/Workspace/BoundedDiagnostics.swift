import ParleyFiles
import ParleyText
import ParleyWorkspace

/// The first mistakes of each code, and how many more there are: a hundred thousand of one kind say no more than fifty, and hide all others.
struct BoundedDiagnostics {
  private static let mostOfOneCode = 50

  private(set) var shown: [Diagnostic] = []
  private var counts: [Diagnostic.Code: Int] = [:]
  /// In the order in which they were met.
  private var codes: [Diagnostic.Code] = []

  init(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let count = counts[diagnostic.code, default: 0] + 1
      if count == 1 { codes.append(diagnostic.code) }
      if count <= Self.mostOfOneCode { shown.append(diagnostic) }
      counts[diagnostic.code] = count
    }
  }

  /// A line for every code of which there are more.
  var rest: [String] {
    codes.compactMap { code in
      let more = counts[code, default: 0] - Self.mostOfOneCode
      return more > 0 ? "… and \(more.grouped) more of code \(code); --json lists all" : nil
    }
  }
}
