// swift-tools-version: 6.2
import PackageDescription

// A package as another program would be one: it knows this repository by its path and its products, and nothing else of
// it. Its tests run, one by one, what the READMEs of four older libraries show, and every sample of docs/.
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
