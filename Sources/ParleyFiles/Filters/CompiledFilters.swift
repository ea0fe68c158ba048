import JQ
internal import ParleyEngine

/// The filters that were compiled before, by their texts: a file is read again at each change, and most of what it says is as it was.
/// The meaning of a text depends on nothing else.
final class CompiledFilters: Sendable {
  static let shared = CompiledFilters()

  /// More than a workspace has; then all begins anew.
  private static let most = 1_000
  /// Of longer texts there are few.
  private static let longest = 500

  private let known = Lock<[ExactString: JQProgram]>([:])

  func program(of text: String) throws(JQCompileError) -> JQProgram {
    let key = ExactString(text)
    if let program = known.withLock({ $0[key] }) { return program }
    let program = try JQProgram(text, variables: JQVariable.allCases.map(\.rawValue))
    if text.utf8.count <= Self.longest { keep(program, as: key) }
    return program
  }

  private func keep(_ program: JQProgram, as key: ExactString) {
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[key] = program
    }
  }
}
