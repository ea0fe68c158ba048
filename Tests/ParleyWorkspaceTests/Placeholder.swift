// ParleyWorkspaceTests
