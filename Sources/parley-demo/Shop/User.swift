import ParleyEngine

/// Somebody who can sign in.
struct User: Equatable, Sendable {
  let id: Int
  var name: String
  let email: String
  var locale: String

  var json: JSONValue {
    ["id": JSONValue(id), "name": .string(name), "email": .string(email), "locale": .string(locale)]
  }

  static let seeds = [
    User(id: 1, name: "Ada Lovelace", email: "ada@example.com", locale: "en"),
    User(id: 2, name: "Grace Hopper", email: "grace@example.com", locale: "en"),
    User(id: 3, name: "Émilie du Châtelet", email: "emilie@example.com", locale: "fr"),
    User(id: 4, name: "Maryam Mirzakhani مریم", email: "maryam@example.com", locale: "fa"),
    User(id: 5, name: "Toyoda Sakichi 豊田佐吉", email: "sakichi@example.com", locale: "ja"),
  ]

  /// The name a new user begins with: `jean.bartik@example.com` is called "jean.bartik".
  static func newcomer(id: Int, email: String) -> User {
    User(id: id, name: String(email.prefix { $0 != "@" }), email: email, locale: "en")
  }
}
