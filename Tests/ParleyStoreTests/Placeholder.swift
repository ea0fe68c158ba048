// ParleyStoreTests
