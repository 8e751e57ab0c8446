"""A deployment, checked without a cluster: manifests, compose files, the image's steps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from tools.build_page import must_build

from allonym.languages.pack import available

DEPLOY = Path(__file__).parents[2] / "deploy"
MANIFESTS = sorted(
    p for p in (DEPLOY / "kubernetes").glob("*.yaml") if p.name != "kustomization.yaml"
)
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))


def tool(name: str) -> str:
    found = shutil.which(
        name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def documents(path: Path) -> list[dict[str, Any]]:
    return [document for document in yaml.safe_load_all(path.read_text("utf-8")) if document]


def pods() -> list[tuple[str, dict[str, Any]]]:
    found = (d for path in MANIFESTS for d in documents(path))
    return [(d["metadata"]["name"], d["spec"]["template"]["spec"]) for d in found
            if d["kind"] in ("Deployment", "StatefulSet")]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_manifests_are_what_kubernetes_takes(path: Path) -> None:
    command = [tool("kubernetes-validate"), "--strict", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_image_follows_the_rules_of_its_linter() -> None:
    command = [tool("hadolint"), str(DEPLOY / "Containerfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_pods_are_closed() -> None:
    assert len(pods()) == len(available()) + 2
    for name, pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["automountServiceAccountToken"] is False, name
        for container in pod["containers"]:
            inside = container["securityContext"]
            assert inside["readOnlyRootFilesystem"] is True, name
            assert inside["allowPrivilegeEscalation"] is False, name
            assert inside["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["limits"]["memory"], name
            assert {"readinessProbe", "livenessProbe"} <= set(container), name


def test_every_language_has_a_service_that_the_gateway_knows() -> None:
    gateway = dict(pods())["gateway"]["containers"][0]
    given = {e["name"]: e.get("value", "") for e in gateway["env"]}
    services = dict(part.split("=", 1) for part in given["ALLONYM_SERVER_SERVICES"].split(","))
    assert sorted(services) == sorted(available())
    assert {name for name, _ in pods()} == {*available(), "gateway", "database"}
    composed = yaml.safe_load((DEPLOY / "compose.languages.yaml").read_text("utf-8"))["services"]
    assert set(composed) == {*available(), "gateway", "database"}
    simple = yaml.safe_load((DEPLOY / "compose.ten.yaml").read_text("utf-8"))["services"]
    assert set(simple) == {*available(), "gateway"}
    ports = [port for service in simple.values() for port in service["ports"]]
    assert len(set(ports)) == len(ports)
    assert all("${" in port for port in ports)


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_compose_files_name_what_they_use_and_open_this_machine_only(path: Path) -> None:
    whole = yaml.safe_load(path.read_text("utf-8"))
    for name, service in whole["services"].items():
        if not isinstance(name, str):
            pytest.fail(f"{path.name}: a name that YAML reads as {name!r}")
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in whole["volumes"], name
        assert set(service.get("secrets", ())) <= set(whole.get("secrets", ())), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ())), name
        if service["image"] == "allonym":
            assert service["read_only"] is True, name
            assert service["cap_drop"] == ["ALL"], name


def test_settings_named_in_deployments_exist() -> None:
    from dataclasses import fields

    from allonym.server.settings import PREFIX, ServerSettings

    known = {f"{PREFIX}{field.name.upper()}" for field in fields(ServerSettings)}
    texts = [p.read_text("utf-8") for p in (*MANIFESTS, *COMPOSE, DEPLOY / "Containerfile")]
    used = {name for text in texts for name in re.findall(rf"{PREFIX}[A-Z_]+", text)}
    assert used
    assert used <= known


def test_what_the_steps_of_the_image_ask_of_the_package_exists() -> None:
    text = (DEPLOY / "install.sh").read_text("utf-8")
    asked = re.findall(r"from (allonym[\w.]*) import (\w+)", text)
    assert asked
    for module, name in asked:
        assert callable(getattr(import_module(module), name))


@pytest.mark.slow
def test_the_steps_of_the_image_work_in_an_empty_place(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "nobody")}
    if must_build(DEPLOY.parent):  # the machine may reach no registry of npm
        environment["ALLONYM_WITHOUT_PAGE"] = "1"
    script = ["sh", str(DEPLOY / "install.sh"), str(tmp_path / "prefix"), "serve"]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "prefix").rglob("*.py")}
    run = [str(tmp_path / "prefix/bin/allonym"), "run", "-", "-l", "en", "--method", "tag"]
    text = subprocess.run(run, env=environment, input="Mr Peter Hall called.", text=True,
                          capture_output=True, check=True).stdout  # fmt: skip
    assert text == "Mr [PERSON] called."
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "prefix").rglob("*.py")} == before
