internal import CYaml

/// The library of the system that reads YAML, as it is while the program runs.
package enum WorkspaceLibraries {
  package static var yaml: (name: String, version: String) { ("libyaml", String(cString: yaml_get_version_string())) }
}
