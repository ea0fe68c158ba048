import Glibc

// What `make bench` runs: each case prints one JSON object.

struct Usage: Error {}

let cases: [String: ([String]) async throws -> String] = [
  "gets": Gets.run,
  "sends": Gets.keeping,
  "groups": Groups.run,
  "streams": Streams.run,
  "hits": Hits.run,
  "transfers": Transfers.run,
  "reads": SharedReads.run,
  "keys": SharedKeys.run,
  "filters": Filters.run,
  "links": Links.run,
  "why": Why.run,
  "exchanges": ManyExchanges.run,
  "watch": SharedChangesSeen.watch,
  "write": SharedChangesSeen.write,
]

do {
  guard let name = CommandLine.arguments.dropFirst().first, let run = cases[name] else { throw Usage() }
  print(try await run(Array(CommandLine.arguments.dropFirst(2))))
} catch is Usage {
  print("usage: parley-bench \(cases.keys.sorted().joined(separator: " | ")) …")
  exit(2)
}
