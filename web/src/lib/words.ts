// A word of one's own for the dice: made here, after the promise of the dice was shown, and kept to be checked later.
import { post, Refused } from "./api";
import type { Table } from "./types";

const BYTES = 16;

export function newWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const key = (commitment: string) => `kurgan word ${commitment}`;

/** The word that this browser made for a promise; made on the first call. */
export function wordFor(commitment: string): string {
  const kept = localStorage.getItem(key(commitment));
  if (kept) return kept;
  const made = newWord();
  localStorage.setItem(key(commitment), made);
  return made;
}

export function wordKept(commitment: string): string {
  return localStorage.getItem(key(commitment)) ?? "";
}

/** Give the words that the dice still want from seats of mine. One that is not taken is forgotten: another browser of
    mine was first, or the dice are others by now. */
export async function giveWords(table: Table): Promise<void> {
  const { commitment, wants } = table.dice;
  for (const seat of wants.filter((name) => table.mine?.includes(name))) {
    await post(`/games/${table.id}/word`, { seat, commitment, word: wordFor(commitment) }).catch((error) => {
      if (error instanceof Refused && error.status === 422) localStorage.removeItem(key(commitment));
    });
  }
}
