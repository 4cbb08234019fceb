"""The contents of the files for hosting."""

import re

import yaml

from tests.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()


IMAGE = dict(re.findall(r"^    ([A-Z_]+)=(\S+)", DOCKERFILE, re.MULTILINE))
"""The image's environment."""


COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())


SCALE = yaml.safe_load((ROOT / "compose.scale.yaml").read_text())


SERVICES = {**SCALE["services"], **COMPOSE["services"]}
