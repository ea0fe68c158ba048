/// A place that an encoder fills, now or later: super-encoders and nested containers may be kept and filled in any order.
final class JSONSlot {
  private enum Content {
    case value(JSONValue)
    case elements([JSONSlot])
    case members([(key: String, slot: JSONSlot)], positions: [String: Int])
  }

  private var content: Content?

  func put(_ value: JSONValue) {
    content = .value(value)
  }

  func becomeArray() {
    if case .elements? = content { return }
    content = .elements([])
  }

  func becomeObject() {
    if case .members? = content { return }
    content = .members([], positions: [:])
  }

  var count: Int {
    if case .elements(let slots)? = content { slots.count } else { 0 }
  }

  func append() -> JSONSlot {
    guard case .elements(var slots)? = content else { return JSONSlot() }
    content = nil  // so that the array is not shared while it grows
    let slot = JSONSlot()
    slots.append(slot)
    content = .elements(slots)
    return slot
  }

  func member(_ key: String) -> JSONSlot {
    guard case .members(var members, var positions)? = content else { return JSONSlot() }
    if let position = positions[key] { return members[position].slot }
    content = nil
    let slot = JSONSlot()
    positions[key] = members.count
    members.append((key, slot))
    content = .members(members, positions: positions)
    return slot
  }

  /// What was put here; an empty object where nothing was, as for a model without properties.
  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .elements(let slots): .array(slots.map(\.value))
    case .members(let members, _): .object(JSONObject(members.map { ($0.key, $0.slot.value) }))
    case nil: .object(JSONObject())
    }
  }
}
