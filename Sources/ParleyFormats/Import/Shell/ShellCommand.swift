/// A command of a shell's text with its words filled in, as far as the text itself says what they are.
struct ShellCommand: Equatable {
  /// A mark (`ShellMark`) stands for each part that only the run would tell.
  var words: [String] = []
  /// A here-document, or the text of the command in front of a pipe; nil where nothing is known of it.
  var input: String?
  /// The file that standard input comes from.
  var inputFile: String?
  /// Words without quotes that nobody knows: they may be any number of words.
  var loose: Set<String> = []
  /// The folder that the text changed to; nil for the one it begins in.
  var folder: String?
  /// Of its first word, counted from 1.
  var line = 1
}

/// The output of a command, as far as it is known.
struct ShellOutput {
  var text: String?
  var file: String?
}
