import HTTPTypes
import ParleyEngine

// What a right cache may do (RFC 9111), written from the RFC and without the cache's own code.
extension CacheWalk.World {
  /// What is wrong with a response; nil where nothing is.
  func verdict(on response: Response, to asked: Asked, wasSent: Bool) -> String? {
    guard asked.method == .get else { return wasSent ? nil : "an unsafe request was not sent" }
    if response.status.code == 504 {
      if wasSent { return "504 though it was sent" }
      return asked.directives.contains("only-if-cached") ? nil : "504 without only-if-cached"
    }
    guard let serial = (try? response.text()).flatMap({ Int($0) }) else { return "no body of the server's" }
    let subject = asked.subject(varies: Ways(path: asked.path).varies)
    guard let newest = log[subject]?.last else { return "nothing was ever sent for it" }
    if serial != newest.serial { return "body \(serial), and the newest for it is \(newest.serial)" }
    if wasSent { return asked.directives.contains("only-if-cached") ? "only-if-cached was sent" : nil }
    return mayServe(newest, asked)
  }

  /// Whether nothing but the cache is right: fresh by its headers, asked for without any wish.
  func mustBeServed(_ asked: Asked) -> Bool {
    guard asked.method == .get, asked.directives.isEmpty, asked.time == nil, [0, 1, 2, 3, 5].contains(asked.path),
      let newest = log[asked.subject(varies: Ways(path: asked.path).varies)]?.last, newest.isKept
    else { return false }
    return mayServe(newest, asked) == nil
  }

  private func mayServe(_ reply: Reply, _ asked: Asked) -> String? {
    if let change = changed[asked.resource], change > reply.order { return "served, though it was changed since" }
    let age = Int(reply.at.duration(to: now).components.seconds)
    if let time = asked.time {
      if asked.wants("no-cache") { return "served against no-cache" }
      return age < time ? nil : "served for longer than the request wishes"
    }
    if !reply.isKept { return "served, though the request that brought it said no-store" }
    return mayServe(reply, asked, age: age + (Int(reply.headers[.age] ?? "") ?? 0))
  }

  private func mayServe(_ reply: Reply, _ asked: Asked, age: Int) -> String? {
    if [4, 6, 7].contains(asked.path) { return "served without asking, which its headers forbid" }
    if asked.wants("no-cache") { return "served against no-cache" }
    let lifetime = [0: 6, 1: 9, 2: 2, 3: 7, 5: 10][asked.path] ?? 0
    let limit = min(lifetime, asked.number("max-age") ?? .max)
    let isFresh = age < limit && age + (asked.number("min-fresh") ?? 0) <= lifetime
    if isFresh { return nil }
    if asked.path == 1, age >= lifetime { return "served stale against must-revalidate" }
    if asked.wants("max-stale") { return nil }
    if let most = asked.number("max-stale"), age - lifetime <= most { return nil }
    return "served stale: \(age) s old of \(lifetime) s"
  }
}

extension Asked {
  /// As they were meant: one stands in quotes.
  private var words: [String] {
    directives.replacing("x=\"a, no-cache\", ", with: "").split(separator: ", ").map(String.init)
  }

  func wants(_ directive: String) -> Bool { words.contains(directive) }

  func number(_ directive: String) -> Int? {
    words.first { $0.hasPrefix("\(directive)=") }.flatMap { Int($0.dropFirst(directive.count + 1)) }
  }
}
