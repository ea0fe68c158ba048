// CommandsTests
