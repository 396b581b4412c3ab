// Options of a title: which of them mean something in a scenario, and which differ from the usual.
import type { OptionInfo, ScenarioInfo } from "../made/api";

export function offered(options: OptionInfo[], scenario: Pick<ScenarioInfo, "name">): OptionInfo[] {
  return options.filter((o) => !o.scenarios.length || o.scenarios.includes(scenario.name));
}

/** Those that were changed, with their values: what a new game is asked for. */
export function changed(options: OptionInfo[], values: Record<string, string>): Record<string, string> {
  const other = options.filter((o) => (values[o.name] ?? o.default) !== o.default);
  return Object.fromEntries(other.map((o) => [o.name, values[o.name]!]));
}
