"""What becomes of the browser's tests where there is none."""

from __future__ import annotations

import pytest

from tests.conftest import needs_chromium


@pytest.mark.parametrize(
    ("environment", "outcome"),
    [({}, pytest.skip.Exception), ({"CI": "true"}, pytest.fail.Exception)],
)
def test_without_a_browser_its_package_is_named(environment, outcome):
    with pytest.raises(outcome, match="apt install chromium"):
        needs_chromium(None, environment)


def test_with_one_nothing_stops():
    needs_chromium("/usr/bin/chromium", {"CI": "true"})
