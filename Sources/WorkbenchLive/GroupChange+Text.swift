import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

extension GroupChange {
  func applied(to text: GroupText) throws -> GroupEdit {
    switch self {
    case .insert(let steps, .below(let path)): try text.inserting(steps.map(\.definition), below: path)
    case .insert(let steps, .inside(let path)): try text.inserting(steps.map(\.definition), inside: path)
    case .move(let paths, let distance): try text.moving(paths, by: distance)
    case .nest(let paths): try text.nesting(paths)
    case .unnest(let paths): try text.unnesting(paths)
    case .wrap(let paths, let order): try text.wrapping(paths, in: order)
    case .switchOrder(let path): try text.switchingOrder(at: path)
    case .setDisabled(let paths, let isDisabled): try text.setting(disabled: isDisabled, at: paths)
    case .duplicate(let paths): try text.duplicating(paths)
    case .rename(let path, let name): try text.renaming(path, to: name)
    case .delete(let paths): try text.deleting(paths)
    case .set(let field, let words, let path): try text.setting(field, to: words, at: path)
    case .override(let draft, let path): try text.overriding(with: draft, at: path)
    }
  }
}

extension NewStep {
  /// A local job does the least there is of its kind, until a person says more.
  fileprivate var definition: NodeDefinition {
    var node = NodeDefinition()
    switch kind {
    case .request(let id): node.request = Located(id)
    case .group(let id): node.group = Located(id)
    case .list(.serial): node.list.serial = []
    case .list(.concurrent): node.list.concurrent = []
    case .job(let kind):
      node.local = Located(name.isEmpty ? suggestedName : name)
      node.job = kind.least
    }
    if !name.isEmpty, node.local == nil, name != suggestedName { node.name = Located(name) }
    return node
  }
}
