/// A place that an encoder fills, now or later: super-encoders and nested containers may be kept and filled in any order.
final class JSONSlot {
  private enum Content {
    case value(JSONValue)
    case elements([Item])
    case members([(key: String, item: Item)])
  }

  /// A finished value, or a place that is still being filled.
  private enum Item {
    case value(JSONValue)
    case slot(JSONSlot)

    var value: JSONValue {
      switch self {
      case .value(let value): value
      case .slot(let slot): slot.value
      }
    }
  }

  private var content: Content?
  /// The members that are being filled, to be found again.
  private var slots: [String: JSONSlot] = [:]

  func put(_ value: JSONValue) {
    content = .value(value)
  }

  func becomeArray() {
    if case .elements? = content { return }
    content = .elements([])
  }

  func becomeObject() {
    if case .members? = content { return }
    content = .members([])
  }

  /// How many elements an array has so far.
  var count: Int {
    if case .elements(let items)? = content { items.count } else { 0 }
  }

  func append(_ value: JSONValue) {
    append(Item.value(value))
  }

  func append() -> JSONSlot {
    let slot = JSONSlot()
    append(Item.slot(slot))
    return slot
  }

  func setMember(_ key: String, _ value: JSONValue) {
    setMember(key, Item.value(value))
  }

  /// The place of a member; the same one for a key that is asked for again, so that two containers can fill it.
  func member(_ key: String) -> JSONSlot {
    if let slot = slots[key] { return slot }
    let slot = JSONSlot()
    slots[key] = slot
    setMember(key, Item.slot(slot))
    return slot
  }

  /// Puts the members in the order of their keys.
  func sortMembers() {
    guard case .members(var members)? = content else { return }
    content = nil
    members.sort { $0.key < $1.key }
    content = .members(members)
  }

  private func append(_ item: Item) {
    guard case .elements(var items)? = content else { return }
    content = nil  // so that the array is not shared while it grows
    items.append(item)
    content = .elements(items)
  }

  private func setMember(_ key: String, _ item: Item) {
    guard case .members(var members)? = content else { return }
    content = nil
    members.append((key, item))
    content = .members(members)
  }

  /// The value put here, of a repeated key the last; an empty object where nothing was, as for a model without
  /// properties.
  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .elements(let items): .array(items.map(\.value))
    case .members(let members): .object(JSONObject(members.lazy.map { ($0.key, $0.item.value) }))
    case nil: .object(JSONObject())
    }
  }
}
