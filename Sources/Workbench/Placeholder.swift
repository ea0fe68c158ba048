// Workbench
