"""The ways up from one version of the schema to the next; run by :func:`bjlearn.practice.store.schema.prepare`."""
