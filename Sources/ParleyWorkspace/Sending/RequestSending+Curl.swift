import ParleyEngine
package import ParleyFiles

extension RequestSending {
  /// A filled-in request as a curl command. Nothing is sent, and no token is asked for: one that is kept already is taken.
  /// - Parameter showsSecrets: otherwise they are masked, and cookies left out.
  /// - Throws: `InvalidRequest` when it cannot be sent as it stands.
  package func curl(_ rendered: RenderedRequest, showsSecrets: Bool = false) async throws -> String {
    // curl does not compress.
    var plain = rendered.request
    plain.compressesBody = false
    let sent = try session.client.preview(plain)
    guard showsSecrets else {
      var hidden = rendered.request.secrets
      hidden.formUnion(rendered.request.authorization?.knownSecrets ?? Secrets())
      return session.secrets.masking(CurlWriter(rendered, sent: sent, hiding: hidden).text)
    }
    let token = await keptToken(for: rendered.request.authorization)
    let cookie = session.client.configuration.cookies?.header(for: sent.url)
    return CurlWriter(rendered, sent: sent, cookie: cookie, token: token).text
  }

  private func keptToken(for authorization: Authorization?) async -> String? {
    switch authorization {
    case .oauth2(let oauth)?: (try? await session.client.configuration.tokens.token(for: oauth.key))?.accessToken
    case .supplied(let supply)?: try? await supply.known()
    default: nil
    }
  }
}
