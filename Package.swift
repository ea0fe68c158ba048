// swift-tools-version: 6.2
import PackageDescription

/// `make check` and CI set this: there a warning is an error.
let warningsAreErrors = Context.environment["PARLEY_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// `make install` and `make dist` set these, for `parley --version`. Their values are part of the arguments of one small target alone.
let stamps: [CSetting] = ["PARLEY_COMMIT", "PARLEY_DATE"].map { name in
  .define(name, to: "\"\((Context.environment[name] ?? "").filter { $0.isLetter || $0.isNumber || $0 == "-" })\"")
}

extension Target.Dependency {
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
  static let deque = product(name: "DequeModule", package: "swift-collections")
  static let orderedCollections = product(name: "OrderedCollections", package: "swift-collections")
  static let grdb = product(name: "GRDB", package: "GRDB.swift")
  static let sqlite = product(name: "GRDBSQLite", package: "GRDB.swift")
  static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
}

// Who may import whom: whatever the arrows lead to, directly or further on.
//
//   Workbench → WorkbenchScreens → WorkbenchGroups → WorkbenchState → WorkbenchParts
//
//   parley → Workbench → WorkbenchParts ┬→ WorkbenchServices → TerminalKit → CTerminal
//      ├───→ WorkbenchLive ─────────────┘         └→ ParleyModel → ParleyText → ParleyEngine
//      │           │
//      └→ Commands ┴→ ParleyWorkspace ┬→ ParleyFormats ┬→ ParleyEditing ┬→ ParleyFiles → ParleyModel → ParleyEngine
//                        │            └→ ParleyExports ┼────────────────┘       ├→ JQ → ParleyEngine
//                        │                             │                        └→ Cryptography → COpenSSL   (as do ParleyStore, ParleyHTTP and ParleyValues)
//                        ├─────────────────────────────┴→ ParleyStore → ParleyModel, ParleyEngine
//   parley-demo ─────────┴→ HTTPServing → ParleyEngine
//   ParleyStore, ParleyPostgres → ParleyTeam → ParleyEngine → ParleyHTTP → ParleyValues → CCurl
//   Commands → TerminalKit, for the width of text
//   parley → ParleyPostgres
//                 └→ CPostgres, SystemCalls
//   ParleyHTTP, ParleyValues, JQ, HTTPServing, ParleyStore, ParleyFiles, ParleyExports, ParleyWorkspace, WorkbenchParts, Commands → SystemCalls
let package = Package(
  name: "parley",
  products: [
    .library(name: "ParleyEngine", targets: ["ParleyEngine"]),
    .library(name: "ParleyStore", targets: ["ParleyStore"]),
    .library(name: "JQ", targets: ["JQ"]),
    .executable(name: "parley", targets: ["parley"]),
    .executable(name: "parley-demo", targets: ["parley-demo"]),
    // Put in front of the C library of a program under torture (LD_PRELOAD).
    .library(name: "TortureSystem", type: .dynamic, targets: ["CTortureSystem"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Loads libcurl when something of it is called for the first time: nothing links it. Its headers are Debian's libcurl4-openssl-dev.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("dl")]),
    .target(
      name: "CTerminal",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CBuildInfo", cSettings: stamps),
    .target(name: "CLocaleData"),
    .systemLibrary(name: "CYaml", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CGlibcExtras"),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CPSL", providers: [.apt(["libpsl-dev"])]),

    .target(name: "SystemCalls", swiftSettings: swiftSettings),
    .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: swiftSettings),

    // The parts of requests: JSON, text, bytes, URLs, cookies, secrets, errors.
    .target(
      name: "ParleyValues",
      dependencies: ["CCurl", "CPSL", "Cryptography", "SystemCalls", .httpTypes, .deque, .orderedCollections],
      swiftSettings: swiftSettings),
    // One request, from its value to its response. What a plain one runs through is in one target: none of it is inlined across two.
    .target(
      name: "ParleyHTTP",
      dependencies: ["ParleyValues", "CCurl", "CPSL", "Cryptography", "SystemCalls", .httpTypes, .deque],
      swiftSettings: swiftSettings),
    // Groups and shared data; whoever imports it imports the two below.
    .target(
      name: "ParleyEngine", dependencies: ["ParleyHTTP", "ParleyValues", .httpTypes, .deque],
      swiftSettings: swiftSettings),
    .target(
      name: "ParleyStore",
      dependencies: [
        "ParleyModel", "ParleyTeam", "ParleyEngine", "Cryptography", "SystemCalls", .httpTypes, .grdb, .sqlite,
      ],
      swiftSettings: swiftSettings),
    // Loads libpq when a team's server is connected to: nothing links it. Its headers are Debian's libpq-dev.
    .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "ParleyPostgres", dependencies: ["ParleyTeam", "ParleyEngine", "CPostgres", "SystemCalls"],
      swiftSettings: swiftSettings),
    .target(name: "ParleyTeam", dependencies: ["ParleyEngine"], swiftSettings: swiftSettings),
    .target(
      name: "JQ", dependencies: ["ParleyEngine", "CPCRE2", "CGlibcExtras", "SystemCalls"], swiftSettings: swiftSettings),
    .target(
      name: "HTTPServing", dependencies: ["ParleyEngine", "SystemCalls", .httpTypes], swiftSettings: swiftSettings),
    .target(name: "ParleyText", dependencies: ["ParleyEngine"], swiftSettings: swiftSettings),
    .target(
      name: "ParleyModel", dependencies: ["ParleyText", "ParleyEngine", .httpTypes], swiftSettings: swiftSettings),
    // The files of a workspace: read, checked, filled in.
    .target(
      name: "ParleyFiles",
      dependencies: [
        "JQ", "ParleyModel", "ParleyText", "ParleyEngine", "Cryptography", "SystemCalls", "CYaml", "CGlibcExtras",
        .httpTypes, .subprocess,
      ],
      swiftSettings: swiftSettings),
    // What changes the files of a workspace: saving, renaming, editing.
    .target(
      name: "ParleyEditing",
      dependencies: ["ParleyFiles", "ParleyModel", "ParleyText", "ParleyEngine"], swiftSettings: swiftSettings),
    // What other programs wrote: imports, API descriptions, and chains made of recordings.
    .target(
      name: "ParleyFormats",
      dependencies: [
        "JQ", "ParleyEditing", "ParleyFiles", "ParleyModel", "ParleyText", "ParleyStore", "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    // What other programs read: exports of requests, groups and runs.
    .target(
      name: "ParleyExports",
      dependencies: [
        "ParleyFiles", "ParleyModel", "ParleyText", "ParleyStore", "ParleyEngine", "SystemCalls", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    // A workspace that is open: sessions, mocks, shared data.
    .target(
      name: "ParleyWorkspace",
      dependencies: [
        "JQ", "ParleyFormats", "ParleyExports", "ParleyEditing", "ParleyFiles", "ParleyModel", "ParleyText",
        "HTTPServing",
        "ParleyStore", "ParleyTeam",
        "ParleyEngine", "Cryptography", "SystemCalls", "CGlibcExtras", .httpTypes, .subprocess,
      ],
      swiftSettings: swiftSettings),
    .target(name: "TerminalKit", dependencies: ["CTerminal"], swiftSettings: swiftSettings),
    // What the workbench asks of files, store and servers, and what it is told.
    .target(
      name: "WorkbenchServices",
      dependencies: ["TerminalKit", "ParleyModel", "ParleyText", "ParleyEngine", .httpTypes],
      swiftSettings: swiftSettings),
    // Views and editing that know no screen: bodies, lists, text fields, completion.
    .target(
      name: "WorkbenchParts",
      dependencies: [
        "WorkbenchServices", "TerminalKit", "ParleyModel", "ParleyText", "ParleyEngine", "SystemCalls",
      ],
      swiftSettings: swiftSettings),
    // The state, its actions and effects, and what all screens are made of, screen 1 among it.
    .target(
      name: "WorkbenchState",
      dependencies: [
        "WorkbenchParts", "WorkbenchServices", "TerminalKit", "ParleyModel", "ParleyText", "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    // Screen 2.
    .target(
      name: "WorkbenchGroups",
      dependencies: [
        "WorkbenchState", "WorkbenchParts", "WorkbenchServices", "TerminalKit", "ParleyModel", "ParleyText",
        "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    // Screens 3 to 6.
    .target(
      name: "WorkbenchScreens",
      dependencies: [
        "WorkbenchGroups", "WorkbenchState", "WorkbenchParts", "WorkbenchServices", "TerminalKit", "ParleyModel",
        "ParleyText", "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    // The program: what actions do, the bars, the palette, the loop.
    .target(
      name: "Workbench",
      dependencies: [
        "WorkbenchScreens", "WorkbenchGroups", "WorkbenchState", "WorkbenchParts", "WorkbenchServices", "TerminalKit",
        "ParleyModel", "ParleyText", "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "WorkbenchLive",
      dependencies: [
        "WorkbenchServices", "TerminalKit", "ParleyWorkspace", "ParleyFormats", "ParleyExports", "ParleyEditing",
        "ParleyFiles", "JQ",
        "ParleyStore",
        "ParleyTeam", "ParleyModel", "ParleyText",
        "ParleyEngine", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "Commands",
      dependencies: [
        "ParleyWorkspace", "ParleyFormats", "ParleyExports", "ParleyEditing", "ParleyFiles", "JQ", "ParleyModel",
        "ParleyText",
        "ParleyStore",
        "ParleyTeam", "ParleyEngine", "TerminalKit",
        "Cryptography", "SystemCalls", "CBuildInfo", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "parley",
      dependencies: [
        "CLocaleData", "WorkbenchLive", "Workbench", "WorkbenchState", "Commands", "ParleyWorkspace", "ParleyFormats",
        "ParleyEditing", "ParleyFiles", "ParleyPostgres",
        "ParleyTeam", "ParleyStore",
        "ParleyModel", "ParleyEngine", "TerminalKit", .argumentParser,
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "parley-demo",
      dependencies: ["HTTPServing", "ParleyEngine", "Cryptography", "SystemCalls", .httpTypes, .argumentParser],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "parley-bench",
      dependencies: [
        "JQ", "ParleyWorkspace", "ParleyFormats", "ParleyFiles", "ParleyStore", "ParleyEngine", .httpTypes,
      ],
      path: "Benchmarks/ParleyBench",
      swiftSettings: swiftSettings),
    .target(name: "CCallgrind", path: "Benchmarks/CCallgrind"),
    // Its instructions are counted by the tests, beside Benchmarks/budgets.
    .executableTarget(
      name: "parley-counts",
      dependencies: [
        "CCallgrind", "WorkbenchLive", "Workbench", "WorkbenchState", "TerminalKit", "JQ", "ParleyWorkspace",
        "ParleyFormats", "ParleyEditing", "ParleyFiles", "ParleyStore",
        "ParleyEngine", .httpTypes,
      ],
      path: "Benchmarks/ParleyCounts",
      swiftSettings: swiftSettings),

    .target(
      name: "TestSupport",
      dependencies: ["ParleyTeam", "ParleyEngine", "TerminalKit"],
      path: "Tests/Support", swiftSettings: swiftSettings),
    .testTarget(
      name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: swiftSettings),
    .testTarget(
      name: "ParleyEngineTests", dependencies: ["ParleyEngine", "Cryptography", "CCurl", "TestSupport", .httpTypes],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HTTPServingTests", dependencies: ["HTTPServing", "ParleyEngine", "TestSupport", .httpTypes],
      swiftSettings: swiftSettings),
    .testTarget(name: "JQTests", dependencies: ["JQ", "ParleyEngine", "TestSupport"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "store-torture", dependencies: ["ParleyStore", "ParleyEngine", .httpTypes],
      path: "Tests/Tools/StoreTorture", swiftSettings: swiftSettings),
    .executableTarget(
      name: "team-torture", dependencies: ["ParleyPostgres", "ParleyTeam", "ParleyEngine"],
      path: "Tests/Tools/TeamTorture", swiftSettings: swiftSettings),
    .testTarget(
      name: "ParleyPostgresTests",
      dependencies: ["ParleyPostgres", "ParleyStore", "ParleyTeam", "ParleyEngine", "TestSupport", "team-torture"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ParleyStoreTests",
      dependencies: [
        "ParleyStore", "ParleyModel", "ParleyTeam", "ParleyEngine", "Cryptography", "TestSupport", "store-torture",
        .grdb, .httpTypes,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ParleyWorkspaceTests",
      dependencies: [
        "ParleyWorkspace", "ParleyFormats", "ParleyExports", "ParleyEditing", "ParleyFiles", "JQ", "ParleyModel",
        "ParleyText",
        "ParleyStore",
        "ParleyTeam", "ParleyEngine",
        "TestSupport", .httpTypes,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TerminalKitTests", dependencies: ["TerminalKit", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: [
        "WorkbenchLive", "Workbench", "WorkbenchScreens", "WorkbenchGroups", "WorkbenchState", "WorkbenchParts",
        "WorkbenchServices", "TerminalKit", "ParleyWorkspace", "ParleyFormats",
        "ParleyEditing", "ParleyFiles", "ParleyStore", "ParleyTeam", "ParleyModel",
        "ParleyText", "ParleyEngine", "TestSupport", .httpTypes,
      ],
      exclude: ["Layout/Pictures"], swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "ParleyWorkspace", "ParleyFormats", "ParleyFiles", "ParleyStore", "ParleyTeam", "ParleyEngine",
        "TerminalKit", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "CTortureSystem", path: "Tests/TortureSystem", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "parley-torture",
      dependencies: [
        "ParleyPostgres", "ParleyTeam",
        "WorkbenchParts", "WorkbenchServices", "ParleyWorkspace", "ParleyFormats", "ParleyEditing", "ParleyFiles", "JQ",
        "HTTPServing",
        "ParleyText", "ParleyStore", "ParleyEngine", "TerminalKit",
        "Cryptography",
        "TestSupport",
        .httpTypes, .argumentParser,
      ],
      path: "Tests/Torture", swiftSettings: swiftSettings),
    .testTarget(
      name: "TortureTests",
      dependencies: ["parley-torture", "parley", "store-torture", "team-torture", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["parley", "parley-demo", "TestSupport"],
      path: "Tests/EndToEnd", swiftSettings: swiftSettings),
    .testTarget(
      name: "BudgetTests", dependencies: ["parley", "parley-demo", "parley-counts", "TestSupport"],
      path: "Tests/Budgets", swiftSettings: swiftSettings),
    // What another program sees of the libraries: their public symbols, and no more.
    .testTarget(
      name: "SeedTests", dependencies: ["ParleyEngine", "ParleyStore"], path: "Tests/Seeds/Tests", packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)
