// swift-tools-version: 6.2
import PackageDescription

// The package of another program that uses the libraries, as the documentation shows it. Its tests are built with this
// repository's own (`SeedTests`), without access to anything but public symbols.
// sample: manifest
let package = Package(
  name: "seeds",
  dependencies: [
    .package(name: "parley", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "SeedTests",
      dependencies: [
        .product(name: "ParleyEngine", package: "parley"),
        .product(name: "ParleyStore", package: "parley"),
      ],
      path: "Tests")
  ]
)
// end
