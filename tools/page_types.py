"""Make the page's types from the OpenAPI description: web/src/made/api.ts.

python tools/page_types.py            write it
python tools/page_types.py --check    write nothing; exit status 1 if it is out of date
"""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from kurgan.table.routes.openapi import described  # noqa: E402

FILE = ROOT / "web" / "src" / "made" / "api.ts"
HEAD = "// Made by tools/page_types.py from the table's OpenAPI description; do not edit.\n"


def page_types() -> str:
    """The whole file."""
    spec = described()
    parts = [interface(name, schema) for name, schema in spec["components"]["schemas"].items()]
    return "\n".join([HEAD, *parts, calls(spec["paths"])])


def calls(paths: dict[str, Any]) -> str:
    """Every call by method and path: what stands in its path and query, what it takes and gives."""
    rows = [
        call_row(f"{method.upper()} {path.removeprefix('/api')}", told)
        for path, methods in paths.items()
        for method, told in methods.items()
    ]
    return "/** Every call of the API. */\nexport interface Calls {\n" + "".join(rows) + "}\n"


def call_row(name: str, told: dict[str, Any]) -> str:
    body = told.get("requestBody")
    takes = kind(body["content"]["application/json"]["schema"]) if body else "undefined"
    gives = next(reply for status, reply in told["responses"].items() if status != "default")
    ((_, content),) = gives["content"].items()
    parts = [f"path: {parameters(told, 'path')}", f"query: {parameters(told, 'query')}"]
    return f'  "{name}": {{ {"; ".join(parts)}; body: {takes}; reply: {kind(content["schema"])} }};\n'


def parameters(told: dict[str, Any], where: str) -> str:
    found = [part for part in told.get("parameters", ()) if part["in"] == where]
    fields = [f"{part['name']}{'' if part['required'] else '?'}: {kind(part['schema'])}" for part in found]
    return "{ " + "; ".join(fields) + " }" if fields else "object"


def interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"{comment(schema)}export type {name} = {kind(schema)};\n"
    fields = [field(key, part, key in schema.get("required", ())) for key, part in schema["properties"].items()]
    return f"{comment(schema)}export interface {name} {{\n" + "".join(fields) + "}\n"


def comment(schema: dict[str, Any], indent: str = "") -> str:
    words = schema.get("description", "").replace("``", "`")
    return f"{indent}/** {words} */\n" if words else ""


def field(key: str, schema: dict[str, Any], required: bool) -> str:
    return f"{comment(schema, '  ')}  {key}{'' if required else '?'}: {kind(schema)};\n"


def kind(schema: dict[str, Any]) -> str:
    """A schema as a type. What we do not write in our models is not read here, and says so."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(kind(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    match schema.get("type"):
        case "object":
            return (
                f"Record<string, {kind(schema['additionalProperties'])}>"
                if is_map(schema)
                else "Record<string, unknown>"
            )
        case "array":
            return sequence(schema)
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    raise ValueError(f"no type for the schema {schema}")


def is_map(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("additionalProperties"), dict)


def sequence(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(kind(part) for part in schema["prefixItems"]) + "]"
    inner = kind(schema["items"])
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def main() -> int:
    made = page_types()
    name = FILE.relative_to(ROOT)
    if FILE.exists() and FILE.read_text(encoding="utf-8") == made:
        print(f"same     {name}")
        return 0
    if "--check" in sys.argv:
        print(f"stale    {name}; run 'make docs'")
        return 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(made, encoding="utf-8")
    print(f"written  {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
