import ArgumentParser
import HTTPServing

/// The API, listening on a port of 127.0.0.1.
enum DemoListener {
  /// Listens on the first candidate that is free.
  ///
  /// - Throws: `ValidationError` naming the port that is taken, when no candidate is free.
  static func open(_ choice: PortChoice, api: DemoAPI) throws -> HTTPService {
    for port in choice.candidates {
      let service = try? HTTPService(
        port: port, limits: limits, taking: { api.taker(of: $0) }, refusing: { api.refuse($0) },
        handler: { await api.answer($0) })
      if let service { return service }
    }
    throw portTaken(choice)
  }

  /// Slowness is meant here, on both sides.
  private static var limits: ServingLimits {
    var limits = ServingLimits()
    limits.body = Request.bodyLimit
    let day = Duration.seconds(24 * 3600)
    (limits.bodyTime, limits.responseTime, limits.stillness, limits.idle) = (day, day, day, day)
    return limits
  }

  private static func portTaken(_ choice: PortChoice) -> ValidationError {
    switch choice {
    case .exactly(let port):
      ValidationError("Port \(port) of 127.0.0.1 cannot be had. Choose another with --port, or any with --port 0.")
    case .firstFree(let ports):
      ValidationError(
        "No port of 127.0.0.1 from \(ports.lowerBound) to \(ports.upperBound) is free. Take any with --port 0.")
    }
  }
}
