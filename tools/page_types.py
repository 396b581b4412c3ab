"""Make what follows from the OpenAPI description: the page's types, and the lists of calls and models in the docs.

python tools/page_types.py            write web/src/made/api.ts and the tables of docs/reference/api.md
python tools/page_types.py --check    write nothing; exit status 1 if one is out of date
"""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from kurgan.table.routes.openapi import described  # noqa: E402

FILE = ROOT / "web" / "src" / "made" / "api.ts"
PAGE = ROOT / "docs" / "reference" / "api.md"
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
    takes, gives = types_of(told)
    parts = [f"path: {parameters(told, 'path')}", f"query: {parameters(told, 'query')}"]
    return f'  "{name}": {{ {"; ".join(parts)}; body: {takes}; reply: {gives} }};\n'


def types_of(told: dict[str, Any]) -> tuple[str, str]:
    """What a call takes as its body, and what it gives when nothing is wrong."""
    body = told.get("requestBody")
    takes = kind(body["content"]["application/json"]["schema"]) if body else "undefined"
    gives = next(reply for status, reply in told["responses"].items() if status != "default")
    ((_, content),) = gives["content"].items()
    return takes, kind(content["schema"])


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


# The reference -------------------------------------------------------------------------------------------------


def reference() -> str:
    """The page of the API with its tables made anew; the rest of it is written by hand."""
    spec = described()
    text = PAGE.read_text(encoding="utf-8")
    for name, made in (("calls", calls_table(spec["paths"])), ("models", models_list(spec["components"]["schemas"]))):
        begin, end = f"<!-- {name}: made by make docs -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        text = before + begin + "\n" + made + "\n" + end + rest.partition(end)[2]
    return text


def calls_table(paths: dict[str, Any]) -> str:
    rows = ["| call | takes | gives | |", "|---|---|---|---|"]
    for path, methods in paths.items():
        for method, told in methods.items():
            takes, gives = types_of(told)
            query = ", ".join(part["name"] for part in told.get("parameters", ()) if part["in"] == "query")
            takes = takes if takes != "undefined" else f"?{query}" if query else ""
            words = told.get("description", "").replace("``", "`")
            cells = [f"`{method.upper()} {path}`", f"`{takes}`" if takes else "", f"`{gives}`", words]
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def models_list(schemas: dict[str, Any]) -> str:
    return "".join(model_line(name, schema) for name, schema in schemas.items())


def model_line(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"- **{name}**: `{kind(schema)}`\n"
    needed = schema.get("required", ())
    fields = [f"{key}{'' if key in needed else '?'}: {kind(part)}" for key, part in schema["properties"].items()]
    return f"- **{name}**: `{', '.join(fields)}`\n"


def main() -> int:
    stale = 0
    for path, made in ((FILE, page_types()), (PAGE, reference())):
        name = path.relative_to(ROOT)
        if path.exists() and path.read_text(encoding="utf-8") == made:
            print(f"same     {name}")
        elif "--check" in sys.argv:
            stale = 1
            print(f"stale    {name}; run 'make docs'")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made, encoding="utf-8")
            print(f"written  {name}")
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
