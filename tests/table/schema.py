"""Whether a value is what a schema of the API's description says. Only what our description uses is understood."""

from typing import Any

from kurgan.kernel.protocol import Json

KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
UNDERSTOOD = {
    *("$ref", "anyOf", "enum", "const", "type", "properties", "required", "additionalProperties", "items"),
    *("prefixItems", "minItems", "maxItems", "title", "description", "default", "discriminator"),
}


class Schemas:
    """The description of an API."""

    def __init__(self, spec: Json) -> None:
        self.spec = spec
        self.known: Json = spec["components"]["schemas"]

    def reply(self, method: str, path: str, status: int) -> Json | None:
        """The schema of a reply; None where it is no JSON."""
        call = self.spec["paths"][path][method.lower()]
        told = call["responses"].get(str(status)) or call["responses"]["default"]
        content: Json = told["content"]
        schema: Json | None = content.get("application/json", {}).get("schema")
        return schema

    def path_of(self, path: str) -> str:
        """The path of the description that an address means: the one with the fewest blanks."""
        parts = path.split("/")
        found = [str(known) for known in self.spec["paths"] if _fits(known.split("/"), parts)]
        assert found, f"{path} is not described"
        return min(found, key=lambda known: str(known).count("{"))

    def faults(self, value: Any, schema: Json, where: str = "") -> list[str]:
        """What is wrong with a value, each with its place in it."""
        unknown = set(schema) - UNDERSTOOD
        assert not unknown, f"the schema says {unknown}, which is not understood here"
        if "$ref" in schema:
            return self.faults(value, self.known[schema["$ref"].rpartition("/")[2]], where)
        if "discriminator" in schema and isinstance(value, dict):
            named = schema["discriminator"]["mapping"].get(value.get(schema["discriminator"]["propertyName"]))
            return self.faults(value, {"$ref": named}, where) if named else [f"{where}: is none of its kinds"]
        if "anyOf" in schema:
            ways = [self.faults(value, part, where) for part in schema["anyOf"]]
            return [] if [] in ways else min(ways, key=len)
        if "enum" in schema:
            return [] if value in schema["enum"] else [f"{where}: {value!r} is none of {schema['enum']}"]
        if not _is_kind(value, schema.get("type", "")):
            return [f"{where}: {value!r:.60} is no {schema.get('type')}"]
        if schema.get("type") == "object":
            return self._object(value, schema, where)
        return self._array(value, schema, where) if schema.get("type") == "array" else []

    def _object(self, value: Json, schema: Json, where: str) -> list[str]:
        fields, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        found = [f"{where}: lacks '{name}'" for name in schema.get("required", ()) if name not in value]
        for name, inner in value.items():
            if name in fields:
                found += self.faults(inner, fields[name], f"{where}.{name}")
            elif rest is False:
                found.append(f"{where}: '{name}' is not declared")
            elif rest is not True:
                found += self.faults(inner, rest, f"{where}.{name}")
        return found

    def _array(self, value: list[Any], schema: Json, where: str) -> list[str]:
        fixed = schema.get("prefixItems", [])
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return [f"{where}: {len(value)} items"]
        parts = fixed or [schema["items"]] * len(value)
        return [
            fault
            for i, (inner, part) in enumerate(zip(value, parts, strict=True))
            for fault in self.faults(inner, part, f"{where}[{i}]")
        ]


def _fits(known: list[str], parts: list[str]) -> bool:
    return len(known) == len(parts) and all(k == p or k.startswith("{") for k, p in zip(known, parts, strict=True))


def _is_kind(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind in ("integer", "number"):
        return False
    return isinstance(value, KINDS[kind])
