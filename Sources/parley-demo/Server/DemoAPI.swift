import HTTPServing
import HTTPTypes

/// The whole API: every request comes in here, and every refusal leaves in the error model.
struct DemoAPI: Sendable {
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

  func answer(_ request: ServedRequest) async -> ServedResponse {
    do {
      return try await router.answer(Request(request))
    } catch let problem as Problem {
      return .failure(problem)
    } catch {
      return .failure(Problem(status: 500, name: "Internal", message: "The demo API failed: \(error)"))
    }
  }

  /// Uploads are counted while they come.
  func taker(of request: ServedRequest) -> (any BodyTaker)? { UploadRoutes.taker(of: Request(request)) }

  /// The response to what is no request.
  func refuse(_ mistake: ServingMistake) -> ServedResponse {
    guard mistake.status != .contentTooLarge else { return .failure(.tooLarge(limit: Request.bodyLimit)) }
    let name = mistake.status.phrase.filter(\.isLetter)
    return .failure(Problem(status: mistake.status.code, name: name, message: mistake.reason))
  }
}
