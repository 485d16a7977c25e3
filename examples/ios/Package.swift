// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "CinemaApp",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "understudy-code")],
    targets: [
        .executableTarget(
            name: "CinemaApp",
            dependencies: [.product(name: "UnderstudyCode", package: "understudy-code")],
            path: "CinemaApp"
        )
    ]
)
