/// The columns of a row that texts are looked for in. Searches and signatures have them from here: what the one reads, the other
/// has signed.
enum SearchedColumns {
  /// The columns of lists, as texts.
  static let listed: [ExchangeTable.Column] = [.url, .name, .method, .error, .environment]
  /// The columns of bodies, filled where the row is not sealed.
  static let bodies: [ExchangeTable.Column] = [.responseBody, .requestBody]
  /// All that is signed besides the record. A status is too short for that.
  static let signed = listed + bodies
}
