import ArgumentParser
import ParleyEngine

/// How requests use cache and network.
struct CacheModeOptions: ParsableArguments {
  @Flag(help: "Send nothing: the cache is the response, however old it is.")
  var offline = false

  @Flag(help: "Send nothing: only a fresh response of the cache counts.")
  var onlyFromCache = false

  @Flag(help: "Neither read nor write the cache.")
  var bypassCache = false

  var mode: CacheMode {
    if offline { return .offline }
    return onlyFromCache ? .onlyCache : bypassCache ? .bypass : .automatic
  }

  func validate() throws {
    guard [offline, onlyFromCache, bypassCache].filter({ $0 }).count < 2 else {
      throw ValidationError("Give one of --offline, --only-from-cache and --bypass-cache.")
    }
  }
}
