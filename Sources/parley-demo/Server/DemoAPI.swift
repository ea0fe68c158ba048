import FlyingFox

/// The whole API: every request comes in here, and every refusal leaves in the error model.
struct DemoAPI: HTTPHandler {
  private let router: Router

  init(shop: Shop = Shop(), flakiness: Flakiness = Flakiness(), signIns: SignInDesk = SignInDesk()) {
    let areas = [
      UserRoutes.all(shop), ItemRoutes.all(shop), CartRoutes.all(shop), GraphQLRoute.all(shop), ChatRoute.all(shop),
      AuthRoutes.all(signIns), SignInRoutes.all(signIns),
      EchoRoutes.all, StatusRoutes.all(flakiness),
      RedirectRoutes.all, CookieRoutes.all, StreamRoutes.all, DownloadRoutes.all, UploadRoutes.all, DocumentRoutes.all,
      LiveRoutes.all(shop),
      ResetRoute.all(shop, flakiness),
    ]
    let routes = areas.flatMap { $0 }
    router = Router(routes: routes + IndexRoute.all(listing: routes))
  }

  func handleRequest(_ arrived: HTTPRequest) async throws -> HTTPResponse {
    let request = Request(arrived)
    let reply = await reply(to: request)
    try await request.incomingBody.drain()
    if case .webSocket(let handler) = reply.body {
      return try await WebSocketHTTPHandler(handler: handler).handleRequest(arrived)
    }
    return reply.response(to: request.method)
  }

  private func reply(to request: Request) async -> Reply {
    do {
      return try await router.answer(request)
    } catch let problem as Problem {
      return .failure(problem)
    } catch {
      return .failure(Problem(status: 500, name: "Internal", message: "The demo API failed: \(error)"))
    }
  }
}
