// What is printed in the box: the words of rules, what they mean, and the charts, each asked for once.
import { get } from "../lib/api";
import type { Charts, Glossary, GlossaryWord, RuleText } from "../lib/types";

export class Reference {
  private rules = new Map<string, Promise<RuleText>>();
  private list: Promise<Charts> | null = null;
  /** What the words of the title mean, wherever they are read. */
  words: GlossaryWord[] = $state.raw([]);

  /** ``book``: the path of a game or of a title. */
  constructor(private book: string) {}

  rule(number: string): Promise<RuleText> {
    const known = this.rules.get(number);
    if (known) return known;
    const asked = get<RuleText>(`${this.book}/rules/${encodeURIComponent(number)}`);
    this.rules.set(number, asked);
    return asked;
  }

  /** A game goes on without them. */
  async learnWords(title: string): Promise<void> {
    this.words = await get<Glossary>(`/titles/${title}/glossary`).then(
      (found) => found.words,
      () => [],
    );
  }

  charts(): Promise<Charts> {
    this.list ??= get<Charts>(`${this.book}/charts`);
    return this.list;
  }
}
