/// The envelope of many backends:
///
///     { "code": 200, "status": "success", "result": …, "message": …, "_meta": { "pagination": … } }
///
/// `code` and `status` must be there. What is optional is nil when it is absent or malformed.
public struct StandardEnvelope: Envelope, Hashable {
  /// Whether the backend did what it was asked.
  public enum Status: String, Sendable, Hashable, Codable {
    /// As the backend writes it.
    case success, error
  }

  /// The backend's own code, which often is that of HTTP.
  public var code: Int
  /// Whether it did what it was asked.
  public var status: Status
  /// For people; nil when there is none.
  public var message: String?
  /// The payload's part of a longer list; nil when it is no list.
  public var pagination: Pagination?

  /// An envelope as a backend would write it, for tests and mocks.
  public init(code: Int, status: Status, message: String? = nil, pagination: Pagination? = nil) {
    self.code = code
    self.status = status
    self.message = message
    self.pagination = pagination
  }

  public static let empty = StandardEnvelope(code: 0, status: .success)

  public static func payload(in body: JSONValue) -> JSONValue? { body["result"] }

  private enum CodingKeys: String, CodingKey {
    case code, status, message
    case meta = "_meta"
    case pagination
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(Int.self, forKey: .code)
    status = try container.decode(Status.self, forKey: .status)
    message = try? container.decode(String.self, forKey: .message)
    let meta = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .meta)
    pagination = try? meta?.decode(Pagination.self, forKey: .pagination)
  }
}

/// Which part of a longer list a response holds. An API may leave out what it does not know.
public struct Pagination: Sendable, Hashable {
  /// How many there are in all.
  public var total: Int?
  /// The number of this page, as the API counts.
  public var page: Int?
  /// How many a page has.
  package var per: Int?
  /// How many pages there are.
  public var pages: Int?

  /// Whatever is known.
  public init(total: Int? = nil, page: Int? = nil, per: Int? = nil, pages: Int? = nil) {
    self.total = total
    self.page = page
    self.per = per
    self.pages = pages
  }
}

extension Pagination: Decodable {
  private enum CodingKeys: String, CodingKey {
    case total, page, per, pages
    case totalCount, currentPage, perPage, pageCount
  }

  /// By the short names, or the long ones that PHP frameworks write.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ short: CodingKeys, _ long: CodingKeys) throws -> Int? {
      try container.decodeIfPresent(Int.self, forKey: short) ?? container.decodeIfPresent(Int.self, forKey: long)
    }
    self.init(
      total: try number(.total, .totalCount), page: try number(.page, .currentPage), per: try number(.per, .perPage),
      pages: try number(.pages, .pageCount))
  }
}

/// How the same backends say that they refuse something:
///
///     { "code": 422, "status": "error", "message": …, "name": …, "result": [ { "field": …, "message": … } ] }
public struct StandardFailure: Sendable, Hashable, Codable {
  /// The error of one field of a request.
  public struct ErrorInfo: Sendable, Hashable, Codable {
    /// The field's name; nil when the error concerns all of them.
    public var field: String?
    /// The error in words, for people.
    public var message: String?

    /// The error of one field.
    package init(field: String? = nil, message: String? = nil) {
      self.field = field
      self.message = message
    }
  }

  /// The backend's own code, which often is that of HTTP.
  public var code: Int
  /// ``StandardEnvelope/Status/error``, as a rule.
  public var status: StandardEnvelope.Status
  /// For people; nil when there is none.
  public var message: String?
  /// The error's name, for programs; nil when there is none.
  public var name: String?
  /// The errors of the single fields.
  public var result: [ErrorInfo]?

  /// A failure as a backend would write it, for tests and mocks.
  public init(
    code: Int, status: StandardEnvelope.Status = .error, message: String? = nil, name: String? = nil,
    result: [ErrorInfo]? = nil
  ) {
    self.code = code
    self.status = status
    self.message = message
    self.name = name
    self.result = result
  }
}
