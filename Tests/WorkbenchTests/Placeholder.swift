// WorkbenchTests
