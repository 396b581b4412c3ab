// What is printed in the box: the words of rules and the charts, each asked for once.
import { get } from "../lib/api";
import type { Charts, RuleText } from "../lib/types";

export class Reference {
  private rules = new Map<string, Promise<RuleText>>();
  private list: Promise<Charts> | null = null;

  /** ``book``: the path of a game or of a title. */
  constructor(private book: string) {}

  rule(number: string): Promise<RuleText> {
    const known = this.rules.get(number);
    if (known) return known;
    const asked = get<RuleText>(`${this.book}/rules/${encodeURIComponent(number)}`);
    this.rules.set(number, asked);
    return asked;
  }

  charts(): Promise<Charts> {
    this.list ??= get<Charts>(`${this.book}/charts`);
    return this.list;
  }
}
