import ParleyModel

/// Somebody's name and password.
package struct UserDefinition: Sendable, Equatable {
  package var user: Located<String>
  package var password: Located<String>

  package init(user: Located<String> = "", password: Located<String> = "") {
    self.user = user
    self.password = password
  }

  static let form = Form(
    "a user", isFlow: true, make: { UserDefinition() },
    keys: [
      .init(.user, \.user, .text, isRequired: true), .init(.password, \.password, .text, isRequired: true),
    ])

  static let reader = form.reader("a map with user and password")
}

/// A key that a server gave out.
package struct APIKeyDefinition: Sendable, Equatable {
  package enum Position: String, Sendable, CaseIterable {
    case header, query
  }

  /// Of the header or the query parameter.
  package var name: Located<String>
  package var value: Located<String>
  /// In a header by default.
  package var position: Located<Position>?

  package init(name: Located<String> = "", value: Located<String> = "", in position: Located<Position>? = nil) {
    self.name = name
    self.value = value
    self.position = position
  }

  static let form = Form(
    "an API key", isFlow: true, make: { APIKeyDefinition() },
    keys: [
      .init(.keyName, \.name, .keyName, isRequired: true),
      .init(.keyValue, \.value, .filled("the key"), isRequired: true),
      .init(.keyPlace, \.position, .choice),
    ])

  static let reader = form.reader("a map with name and value")
}

extension Reader where Value == String {
  static var keyName: Reader {
    .text("a name such as X-Api-Key", .text(pattern: ".")) { $0.isToken ? $0 : nil }
  }
}

/// The credentials and scope with which a request is signed for AWS.
package struct AWSDefinition: Sendable, Equatable {
  package var accessKey: Located<String>
  package var secretKey: Located<String>
  package var sessionToken: Located<String>?
  package var region: Located<String>
  package var service: Located<String>

  package init(
    accessKey: Located<String> = "", secretKey: Located<String> = "", sessionToken: Located<String>? = nil,
    region: Located<String> = "", service: Located<String> = ""
  ) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
  }

  package static let form = Form(
    "awsSigV4", make: { AWSDefinition() },
    keys: [
      .init(.accessKey, \.accessKey, .filled("an access key"), isRequired: true),
      .init(.secretKey, \.secretKey, .filled("a secret key"), isRequired: true),
      .init(.region, \.region, .filled("a region"), isRequired: true),
      .init(.service, \.service, .filled("a service"), isRequired: true), .init(.sessionToken, \.sessionToken, .text),
    ])

  static let reader = form.reader("a map with accessKey, secretKey, region and service")

  var texts: [Located<String>] {
    [accessKey, secretKey, region, service] + [sessionToken].compactMap(\.self)
  }
}
