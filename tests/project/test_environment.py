"""The three lists of dependencies say the same: pyproject.toml, environment.yml and constraints.txt."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DECLARED = [Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["test"]]
CONSTRAINTS = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
PINNED = {canonicalize_name(Requirement(line).name): Requirement(line) for line in CONSTRAINTS}


def test_environment_yml_names_the_same_dependencies_with_the_same_bounds() -> None:
    conda = yaml.safe_load((ROOT / "environment.yml").read_text())
    assert conda["channels"] == ["conda-forge"]
    requirements = [Requirement(line) for line in conda["dependencies"]]
    listed = {canonicalize_name(item.name): str(item.specifier) for item in requirements}
    assert len(listed) == len(requirements), "a name stands twice in environment.yml"
    assert listed.pop("python") == PROJECT["requires-python"]
    listed.pop("pip")
    assert listed == {canonicalize_name(item.name): str(item.specifier) for item in DECLARED}


def test_every_declared_dependency_is_pinned_to_a_version_it_allows() -> None:
    for item in DECLARED:
        pinned = PINNED.get(canonicalize_name(item.name))
        assert pinned is not None, f"{item.name} has no line in constraints.txt"
        version = str(pinned.specifier).removeprefix("==")
        assert Version(version) in item.specifier, f"constraints.txt pins {item.name} {version}, pyproject.toml wants {item}"


def test_constraints_are_names_and_versions_alone() -> None:
    for line in CONSTRAINTS:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line), f"not a plain name==version: {line}"
    assert len(PINNED) == len(CONSTRAINTS), "a name stands twice in constraints.txt"


def test_no_project_file_names_a_package_index() -> None:
    for name in ("pyproject.toml", "environment.yml", "constraints.txt", "Makefile", ".ci/run", ".pre-commit-config.yaml"):
        text = (ROOT / name).read_text()
        assert not re.search(r"index-url|find-links|https?://", text), f"{name} holds an address"


def imported(folder: Path) -> set[str]:
    """Top-level names that the Python files of a folder import from outside the project and the standard library."""
    names: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"bjlearn", "tests"}


def test_what_is_imported_is_declared() -> None:
    declared = {canonicalize_name(item.name) for item in DECLARED}
    product = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    found = packages_distributions()
    for folder, allowed in (("bjlearn", product), ("tests", declared), ("tools", declared), ("benchmarks", declared)):
        for name in imported(ROOT / folder):
            assert name in found, f"{folder} imports {name}, which is not installed"
            owners = {canonicalize_name(owner) for owner in found[name]}
            assert owners & allowed, f"{folder} imports {name}, but pyproject.toml does not name {sorted(owners)}"


def test_make_leaves_each_server_its_own_port_unless_told() -> None:
    def served(target: str, *more: str) -> str:
        call = ["make", "--no-print-directory", "--dry-run", "--old-file=.venv/product", target, *more]
        environment = {
            name: value for name, value in os.environ.items() if name not in ("PORT", "ARGS", "MAKEFLAGS", "MAKELEVEL")
        }
        done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return " ".join(done.stdout.splitlines()[-1].split())

    assert served("dashboard").endswith("bjlearn dashboard")
    assert served("lab").endswith("bjlearn lab")
    assert served("lab", "PORT=9000").endswith("bjlearn lab --port 9000")


def test_every_benchmark_finds_what_it_imports() -> None:
    """They are run by hand only: what they measure may have moved meanwhile."""
    names = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
    code = "import importlib, sys\nfor name in sys.argv[1:]:\n    importlib.import_module('benchmarks.' + name)"
    done = subprocess.run([sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
