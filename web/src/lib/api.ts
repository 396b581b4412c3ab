// The way to the server. Every answer carries the number it answers, so a retry is harmless.
import { spoken } from "./text";
import type { Face, Frame, Games, Hello, Log, Look, News } from "./types";

export class Refused extends Error {
  constructor(
    public status: number,
    message: string,
    public rule = "",
    public code = "",
  ) {
    super(message);
  }
}

function refusal(status: number, data: unknown): Refused {
  const word = (name: string): string => {
    const value: unknown = typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  return new Refused(status, word("message") || String(status), word("rule"), word("code"));
}

/** A path with the language in which it should be answered; English is what the server speaks if nobody asks. */
export function inLanguage(path: string): string {
  const language = spoken();
  return language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api${inLanguage(path)}`, {
    method,
    credentials: "same-origin",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const kind = response.headers.get("content-type") ?? "";
  const data: unknown = kind.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw refusal(response.status, data);
  return data as T;
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
export const patch = <T>(path: string, body: unknown = {}) => call<T>("PATCH", path, body);
export const remove = <T>(path: string) => call<T>("DELETE", path);

export const api = {
  hello: () => get<Hello>("/hello"),
  games: () => get<Games>("/games"),
  table: (id: string, seat: string) => get<Look>(`/games/${id}?seat=${encodeURIComponent(seat)}`),
  news: (id: string, seat: string, after: number) =>
    get<News>(`/games/${id}/news?seat=${encodeURIComponent(seat)}&after=${after}`),
  face: (title: string) => get<Face>(`/titles/${title}/face`),
  gameFace: (id: string) => get<Face>(`/games/${id}/face`),
  log: (id: string, seat: string, after: number) =>
    get<Log>(`/games/${id}/log?seat=${encodeURIComponent(seat)}&after=${after}`),
};

/** Codes with which the server closes a socket for good: its right has gone, or the game was deleted. */
export const NOT_YOURS = 4401;
export const OVER_HERE = 4410;

/** A live connection that comes back by itself and goes on from the last number seen. */
export class Live {
  private socket: WebSocket | null = null;
  private closed = false;
  private wait = 500;
  private timer = 0;

  constructor(
    private id: string,
    private seat: string,
    private seen: () => number,
    private onNews: (news: Frame) => void,
    private onState: (up: boolean) => void,
    private onGone: (code: number) => void,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api${inLanguage(`/games/${this.id}/live?seat=${encodeURIComponent(this.seat)}&after=${this.seen()}`)}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.onState(true);
    };
    socket.onmessage = (message) => {
      if (!this.closed && this.socket === socket) this.onNews(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === NOT_YOURS || event.code === OVER_HERE) {
        this.closed = true;
        return this.onGone(event.code);
      }
      this.onState(false);
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
    };
  }

  retry(): void {
    window.clearTimeout(this.timer);
    this.wait = 500;
    this.socket?.close();
    this.open();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}
