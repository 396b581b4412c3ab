// What a track says of where it stands.
import type { Track } from "./types";

/** The first clause of its words, where that begins with the number itself: "9 of 40", and not "13-14 September" in turn 1. */
export function withNumber({ words = "", value }: Track): string {
  const first = words.split(", ")[0]!;
  const rest = first.slice(String(value).length);
  return first.startsWith(String(value)) && !/^\d/.test(rest) ? first : "";
}

/** Its value in a word or two, for a screen without room for a drawing. */
export function inBrief(track: Track): string {
  const cell = track.shape === "cells" ? track.cells?.[track.value - (track.low ?? 0)] : undefined;
  return (
    cell ?? (withNumber(track) || (track.shape === "number" && track.words?.split(", ")[0]) || String(track.value))
  );
}
