// "It is your turn", for who looks elsewhere.
import { settings } from "./settings.svelte";
import { t } from "./text";

const SECONDS = 0.5;

/** ``path``: where the game is; a click on the notification leads there. */
export async function callPlayer(prompt: string, path = location.pathname): Promise<void> {
  if (settings.sound) chime();
  if (!settings.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted")
    return;
  const title = t("notify.title");
  // The newest of a game replaces the last, also one that was pushed.
  const shown = { body: prompt, tag: path.split("/").at(-1)!, icon: "/icon-192.png", data: path };
  // Browsers of phones show no notification that a page makes by itself: there the service worker must.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, shown);
  try {
    new Notification(title, shown).onclick = () => window.focus();
  } catch {
    return; // a phone without a service worker
  }
}

function chime(): void {
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    const gain = sound.createGain();
    tone.frequency.value = 660;
    gain.gain.setValueAtTime(0.06, sound.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + SECONDS);
    tone.connect(gain).connect(sound.destination);
    tone.onended = () => void sound.close();
    tone.start();
    tone.stop(sound.currentTime + SECONDS);
  } catch {
    return; // no sound here
  }
}
