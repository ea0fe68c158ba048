internal import GRDB

extension ExchangeTable {
  /// A column, by its place in `entryColumns` and `wholeColumns`. Whoever reads a row names its columns and counts none, so that
  /// another column between them moves no reader to a wrong one.
  enum Column: Int, CaseIterable {
    case sequence, id, name, callID, startedAt, duration, method, url, status, error, size, key, isPinned, environment,
      route
    case groupID, served
    /// From here on only a whole exchange has them.
    case requestFile, responseFile, content, requestBody, responseBody

    /// In the database.
    var name: String {
      switch self {
      case .sequence: "seq"
      case .id: "id"
      case .name: "name"
      case .callID: "call_id"
      case .startedAt: "started"
      case .duration: "duration"
      case .method: "method"
      case .url: "url"
      case .status: "status"
      case .error: "error"
      case .size: "size"
      case .key: "key"
      case .isPinned: "pinned"
      case .environment: "environment"
      case .route: "route"
      case .groupID: "group_id"
      case .served: "served"
      case .requestFile: "request_file"
      case .responseFile: "response_file"
      case .content: "content"
      case .requestBody: "request_body"
      case .responseBody: "response_body"
      }
    }
  }
}

// Rows of the table, by their columns.
extension Row {
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(column: ExchangeTable.Column) -> Value {
    self[column.rawValue]
  }

  /// The blob in a column; nil where it is NULL.
  func bytes(_ column: ExchangeTable.Column) -> [UInt8]? { bytes(column.rawValue) }
}
