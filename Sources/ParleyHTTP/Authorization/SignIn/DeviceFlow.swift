import HTTPTypes

/// The server's response to a device authorization request (RFC 8628 §3.2).
struct DeviceAuthorization: Sendable, Hashable {
  let deviceCode: String
  let userCode: String
  let address: String
  let addressWithCode: String?
  let lifetime: Duration
  let interval: Duration

  /// Nil where something is missing, or cannot be shown.
  init?(_ answer: JSONValue) {
    let address = answer["verification_uri"]?.string ?? answer["verification_url"]?.string
    guard let deviceCode = answer["device_code"]?.string, !deviceCode.isEmpty,
      let userCode = answer["user_code"]?.string, userCode.isUserCode, let address, address.isForBrowsers
    else { return nil }
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.address = address
    addressWithCode = answer["verification_uri_complete"]?.string.flatMap { $0.isForBrowsers ? $0 : nil }
    lifetime = .seconds(min(max(1, answer["expires_in"]?.int ?? 600), 3600))
    interval = .seconds(min(max(1, answer["interval"]?.int ?? 5), 300))
  }
}

extension SignIn {
  func deviceToken(
    _ oauth: OAuth2, at url: String, _ exchange: @escaping Exchange
  ) async throws(AuthorizationError) -> TokenProvider.Answer {
    let device = try await deviceAuthorization(oauth, at: url)
    let invitation = SignInInvitation(
      address: device.address, code: device.userCode, addressWithCode: device.addressWithCode, redirectURL: nil,
      clientID: oauth.clientID, expiresAt: now().advanced(by: device.lifetime))
    return try await guided(by: invitation, for: device.lifetime) { await token(for: device, exchange) }
  }

  private func deviceAuthorization(
    _ oauth: OAuth2, at url: String
  ) async throws(AuthorizationError) -> DeviceAuthorization {
    let request = TokenRequest(oauth: oauth, deviceURL: url)
    let response: Response
    switch await send(request) {
    case .failure(let error): throw .tokenRequest(error)
    case .success(let answer): response = answer
    }
    if let elsewhere = request.redirection(in: response) { throw elsewhere }
    let answer = try? response.json()
    if let refusal = answer.flatMap(request.refusal) { throw refusal }
    guard response.status.kind == .successful, let device = answer.flatMap(DeviceAuthorization.init) else {
      throw .noDeviceCode(in: response)
    }
    return device
  }

  /// Asks again and again, as often as the server wants to be asked (§3.5).
  private func token(for device: DeviceAuthorization, _ exchange: Exchange) async -> TokenProvider.Answer {
    var interval = device.interval
    while true {
      guard (try? await clock.sleep(for: interval)) != nil else { return .failure(.signInCancelled) }
      let answer = await exchange(.deviceCode(device.deviceCode))
      guard case .failure(let error) = answer else { return answer }
      switch error.kind {
      case .refused("authorization_pending"): break
      case .refused("slow_down"): interval += .seconds(5)
      // Nobody answered: less often from now on (§3.5).
      case .tokenRequest where error.cause == .timedOut: interval *= 2
      default: return answer
      }
    }
  }
}

extension String {
  /// Whether a person can read and type it: 1 to 64 characters of printable ASCII.
  fileprivate var isUserCode: Bool {
    !isEmpty && utf8.count <= 64 && utf8.allSatisfy { (0x20...0x7e).contains($0) }
  }
}

extension AuthorizationError {
  fileprivate static func noDeviceCode(in response: Response) -> AuthorizationError {
    AuthorizationError(
      .signIn, "The authorization server responded with \(response.status.code) and no code to sign in with.",
      advice: "Check the device URL. The response is a JSON object with device_code, user_code and verification_uri.")
  }
}
