// Nothing to call: what the target defines is there to be linked.
