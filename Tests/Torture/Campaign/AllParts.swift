/// Every part there is, in two lanes that a campaign runs at the same time.
enum AllParts {
  static let troubles: [any TorturePart.Type] = [
    Kills.self, Servers.self, Damage.self, Disks.self, Clocks.self, Together.self, Workspaces.self, Terminals.self,
    Exits.self, Teams.self, Links.self, Numbers.self, Tokens.self, Sizes.self, Bombs.self, Floods.self, Families.self,
    Keys.self, Loads.self, Commands.self,
    Whole.self,
  ]

  static let fuzzers: [any TorturePart.Type] = [
    Fuzzer<JSONFuzz>.self, Fuzzer<YAMLFuzz>.self, Fuzzer<TemplateFuzz>.self, Fuzzer<CurlFuzz>.self,
    Fuzzer<HeadFuzz>.self, Fuzzer<CookieFuzz>.self, Fuzzer<JQFuzz>.self,
    Fuzzer<ImportFuzz>.self, Fuzzer<ReaderFuzz>.self,
  ]

  static var all: [any TorturePart.Type] { troubles + fuzzers }
}
