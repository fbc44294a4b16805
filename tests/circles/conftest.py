"""Servers as the tests of the API have them."""

from api.conftest import app, closed, failures, serve, table

__all__ = ["app", "closed", "failures", "serve", "table"]
