internal import ParleyEngine
internal import ParleyFiles
import ParleyText

extension RequestDefinition {
  /// Files of the source stay where they are: a relative path to one that is there becomes a path that leads to it from
  /// the workspace.
  mutating func locateFiles(from folder: String, in root: String) {
    let paths = SourceFilePaths(folder: folder, root: root)
    switch body {
    case .file(var file):
      file.path = paths.located(file.path)
      body = .file(file)
    case .multipart(let parts):
      body = .multipart(
        parts.map { part in
          guard case .file(let path) = part.content else { return part }
          var part = part
          part.content = .file(paths.located(path))
          return part
        })
    default: break
    }
    if var certificate = options.certificate {
      certificate.file = paths.located(certificate.file)
      certificate.key = certificate.key.map(paths.located)
      options.certificate = certificate
    }
  }
}

private struct SourceFilePaths {
  let folder: String
  let root: String

  func located(_ path: Located<String>) -> Located<String> { Located(located(path.value), at: path.place) }

  func located(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("~/"), !path.hasTemplateMark else { return path }
    let whole = folder.appendingPath(path).withoutDots
    guard FileSystem.kind(ofTarget: whole) == .file, !FileSystem.exists(root.appendingPath(path)) else { return path }
    let real = (try? FileSystem.realPath(root)) ?? root
    return whole.isInside(folder: real) ? String(whole.dropFirst(real.count).drop { $0 == "/" }) : whole
  }
}
