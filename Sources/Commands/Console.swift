package import ParleyEngine

/// The input and output of a command. Results go to standard output, everything else to `note`.
///
/// Text reaches standard output by `print` and `pass` alone (`Console+Output.swift`), which hold back what a
/// terminal would act on.
package protocol Console: Sendable {
  /// Bytes for standard output, as they are.
  func write(_ bytes: [UInt8])
  /// A document without the secrets that are known, and still a document: bytes that are masked in a number would end it.
  func masked(_ document: JSONValue) -> JSONValue
  /// A console without masking, for output that was explicitly requested as it is.
  var unmasked: any Console { get }
  /// Whether what is written still gets anywhere: the reader has not gone, and no write has failed.
  var takesOutput: Bool { get }
  /// A line for standard error.
  func note(_ line: String)
  /// The next line of standard input, without its line break; nil at the end.
  func readLine() -> String?
  /// All that is left of standard input; nil when it is longer than `limit` bytes.
  func readInput(limit: Int) -> [UInt8]?
  /// Asks a person at the terminal the program was started from, even where standard input is something else; nil when
  /// there is none.
  func askAtTerminal(_ question: String) -> String?
  /// Whether standard output is a terminal, so that nothing may reach it that a terminal would act on.
  var writesToTerminal: Bool { get }
  /// The width of the terminal that standard output is; nil where it is none.
  var columns: Int? { get }
  /// Whether colors are welcome there.
  var usesColor: Bool { get }
  /// Whether a person sees standard error while the program runs.
  var notesToTerminal: Bool { get }
  /// Drops what was typed before anybody could know what for.
  func dropTypedAhead()
  /// Shows a line on standard error in place of the one before; nil takes it away.
  func showProgress(_ line: String?)
  /// Whether a person can be asked.
  var canAsk: Bool { get }
  /// Asks a person on the terminal; what is typed is not shown when it is secret.
  func ask(_ question: String, isSecret: Bool) -> String?
}

extension Console {
  package var unmasked: any Console { self }
  package func masked(_ document: JSONValue) -> JSONValue { document }
}
