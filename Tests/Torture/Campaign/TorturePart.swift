/// One kind of trouble, tried again and again with other random numbers.
///
/// A value is made once for a campaign, with what all its trials share.
protocol TorturePart: Sendable {
  /// One word, as on the command line.
  static var name: String { get }
  /// What is done to the program, for the table.
  static var summary: String { get }
  /// What is required, for the table.
  static var promise: String { get }
  /// How many trials show in seconds that nothing is wrong at once.
  static var shortCount: Int { get }

  init() async throws

  /// Makes trouble once, and tells the trial what was lost. The same seed and number make the same trouble, as far as the
  /// kernel lets.
  func attempt(_ trial: Trial) async throws
}
