// "It is your turn", for who looks elsewhere.
import { settings } from "./settings.svelte";
import { t } from "./text";

const SECONDS = 0.5;

export function callPlayer(prompt: string): void {
  if (settings.sound) chime();
  if (settings.notify && document.hidden && "Notification" in window && Notification.permission === "granted")
    new Notification(t("notify.title"), { body: prompt });
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
