extension DatabaseSchema {
  static let keyTable = "sealing_key"

  /// Whether rows of it need body files.
  var hasBodies: Bool { fileName == DatabaseSchema.log.fileName }

  /// The names of the body files that rows need.
  static let bodyNames = """
    SELECT request_file FROM exchange WHERE request_file IS NOT NULL
    UNION SELECT response_file FROM exchange WHERE response_file IS NOT NULL
    UNION SELECT file FROM cache WHERE file IS NOT NULL
    """
}
