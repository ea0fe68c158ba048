// ParleyEngineTests
