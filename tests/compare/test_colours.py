"""Whoever sees colours otherwise tells the kinds apart, and reads what stands on them."""

import re
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest
from tests.each import crossed, each

from allonym.compare.lines import KINDS

VISIONS = {  # Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.95047, 1.0, 1.08883])
APART = 12
"""A difference (CIE 1976) seen at a glance: five times the least one that is seen at all."""


def schemes():
    css = (files("allonym.compare") / "page.css").read_text("utf-8")
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    return {"light": light, "dark": dark.split("@media")[0]}


def colour(css, name):
    return re.search(rf"--{name}: (#[0-9a-f]{{6}})", css)[1]


def linear(code):
    value = np.array([int(code[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    xyz = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one, other):
    dim, bright = sorted(float(TO_XYZ[1] @ linear(code)) for code in (one, other))
    return (bright + 0.05) / (dim + 0.05)


@each(("vision", "scheme"), crossed(VISIONS, "light", "dark"))
def test_kinds_are_told_apart(scheme, vision):
    css = schemes()[scheme]
    seen = {k: lab(VISIONS[vision] @ linear(colour(css, f"{k}-tint"))) for k in KINDS}
    near = {
        pair: round(float(np.linalg.norm(seen[pair[0]] - seen[pair[1]])), 1)
        for pair in combinations(KINDS, 2)
    }
    assert {pair: distance for pair, distance in near.items() if distance < APART} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_stands_on_a_colour_is_read(scheme):
    css = schemes()[scheme]
    for kind in KINDS:
        tint = colour(css, f"{kind}-tint")
        assert contrast(colour(css, "ink"), tint) >= 7, kind
        assert contrast(colour(css, kind), tint) >= 3, kind
