// swift-tools-version: 6.0
// Where this folder's files are compiled with the app's own, this one is empty.
#if canImport(PackageDescription)
    import PackageDescription

    let package = Package(
        name: "UnderstudyCode",
        platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8)],
        products: [.library(name: "UnderstudyCode", targets: ["UnderstudyCode"])],
        targets: [.target(name: "UnderstudyCode", path: ".")]
    )
#endif
