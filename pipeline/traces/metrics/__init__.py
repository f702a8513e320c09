"""The survey's metrics, each computed from one trace. Definitions with units and sources: ``docs/trace-metrics.md``."""
