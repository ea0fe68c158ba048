import Cryptography
import ParleyEngine

extension Shop {
  /// The one password there is.
  static let password = "secret"

  /// Signs in anybody who knows the password; an unknown address becomes a new user.
  func signIn(email: String, password: String) throws -> (token: String, user: User) {
    guard password == Shop.password else {
      throw Problem.unauthorized(
        "The e-mail address and the password do not go together.",
        fields: [.init(field: "password", message: "is wrong (this shop takes the word secret)")])
    }
    let user = userSigningIn(email: email)
    state.signIns += 1
    let token = Shop.token(email: email, number: state.signIns)
    state.sessions[token] = email
    return (token, user)
  }

  func signOut(token: String?) throws {
    _ = try user(token: token)
    state.sessions[token ?? ""] = nil
  }

  /// The user a token belongs to.
  func user(token: String?) throws -> User {
    guard let token else {
      throw Problem.unauthorized(
        "This needs a token: send Authorization: Bearer TOKEN with the one from POST /user/login.")
    }
    guard let email = state.sessions[token], let user = state.users.first(where: { $0.email == email }) else {
      throw Problem.unauthorized("The token is unknown or signed out. POST /user/login gives a new one.")
    }
    return user
  }

  func changeUser(token: String?, name: String?, locale: String?) throws -> User {
    let user = try user(token: token)
    guard let index = state.users.firstIndex(where: { $0.id == user.id }) else { return user }
    if let name { state.users[index].name = name }
    if let locale { state.users[index].locale = locale }
    return state.users[index]
  }

  func user(id: Int) throws -> User {
    guard let user = state.users.first(where: { $0.id == id }) else {
      throw Problem.notFound("There is no user \(id). GET /users lists them.")
    }
    return user
  }

  private func userSigningIn(email: String) -> User {
    if let user = state.users.first(where: { $0.email == email }) { return user }
    let user = User.newcomer(id: state.users.count + 1, email: email)
    state.users.append(user)
    return user
  }

  /// Looks like a real one, and is the same for the same sign-in after a reset.
  private static func token(email: String, number: Int) -> String {
    MessageDigest.sha256("parley-demo \(email) \(number)".utf8).prefix(20).hexadecimal
  }
}
