// ParleyWorkspace
