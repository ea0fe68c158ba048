import ParleyModel

// Keys of fields that are declared for the composer as well: their names, help and defaults are said there.
extension Form.Key {
  init<Field>(
    _ key: SettingKey, _ path: @autoclosure @escaping Path<Field>, _ reader: Reader<Field>,
    isRequired: Bool = false
  ) {
    let field = key.field
    self.init(field.name, path(), reader, field.help, isRequired: isRequired, default: field.standard)
  }

  init<Field>(
    _ key: SettingKey, _ path: @autoclosure @escaping Path<Field?>, _ reader: Reader<Field>
  ) {
    self.init(key.field.name, path(), reader, key.field.help, default: key.field.standard)
  }

  init<Field>(
    _ key: SettingKey, _ path: @autoclosure @escaping Path<Located<Field>>, _ reader: Reader<Field>,
    isRequired: Bool = false
  ) {
    let field = key.field
    self.init(field.name, path(), reader, field.help, isRequired: isRequired, default: field.standard)
  }

  init<Field>(
    _ key: SettingKey, _ path: @autoclosure @escaping Path<Located<Field>?>, _ reader: Reader<Field>
  ) {
    self.init(key.field.name, path(), reader, key.field.help, default: key.field.standard)
  }
}
