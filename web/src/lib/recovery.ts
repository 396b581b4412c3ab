// The recovery code of a seat: the server tells it once, this tab keeps it until the player says that it is written down.

const key = (game: string) => `kurgan code ${game}`;

export function keepCode(made: { id?: string; game?: string; recovery?: string }): void {
  const game = made.id ?? made.game;
  if (game && made.recovery) sessionStorage.setItem(key(game), made.recovery);
}

export const codeOf = (game: string): string => sessionStorage.getItem(key(game)) ?? "";

export const dropCode = (game: string): void => sessionStorage.removeItem(key(game));

/** The page that takes the code; behind # it never reaches a log. */
export const backLink = (game: string, code: string): string => `${location.origin}/back/${game}#${code}`;

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
