// Something that a page asks of the server: it works, or the page says why not.
import { t } from "./text";

export class Trying {
  /** Why the last one failed; empty if it did not. */
  trouble = $state("");

  /** Do it; whether it worked. */
  async to(act: () => Promise<unknown>): Promise<boolean> {
    this.trouble = "";
    try {
      await act();
      return true;
    } catch (error) {
      this.trouble = (error as Error).message || t("trouble.offline");
      return false;
    }
  }
}
