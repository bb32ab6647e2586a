import { createDeviceChoice } from './device-choice.ts';

const NOTES_HZ = { taken: [660, 990], refused: [220] } as const;
const NOTE_SECONDS = 0.13;
const VIBRATIONS_MS = { taken: [80], refused: [60, 60, 60] } as const;

let context: AudioContext | undefined;
const choice = createDeviceChoice('zawadi-till-muted', (kept) => (kept === 'true' ? 'true' : 'false'));

/** Signals the outcome to a cashier who is not looking: two rising notes or one low note, and a vibration. */
export function signal(outcome: keyof typeof NOTES_HZ): void {
  // Before the first click on a page, browsers refuse to play and to vibrate, and log a warning.
  const wasPressed = globalThis.navigator.userActivation?.hasBeenActive ?? true;
  if (!wasPressed) return;
  globalThis.navigator.vibrate?.([...VIBRATIONS_MS[outcome]]);
  if (!mute.read()) sound(outcome);
}

/** Whether this till's sound is off. Stored on the device. */
export const mute = {
  read: () => choice.read() === 'true',
  watch: choice.watch,
  set: (muted: boolean): void => {
    choice.set(muted ? 'true' : 'false');
    if (!muted) sound('taken');
  },
};

// Plays the notes. Ignores errors, such as on a device without a speaker: a missing sound must not fail a redemption.
function sound(outcome: keyof typeof NOTES_HZ): void {
  try {
    NOTES_HZ[outcome].forEach(play);
  } catch {
    context = undefined;
  }
}

function play(frequencyHz: number, index: number): void {
  context ??= new AudioContext();
  const startsAt = context.currentTime + index * NOTE_SECONDS;
  const [note, volume] = [context.createOscillator(), context.createGain()];
  note.frequency.value = frequencyHz;
  volume.gain.setValueAtTime(0.25, startsAt);
  // Fades the note out: a sudden stop would be heard as a click.
  volume.gain.exponentialRampToValueAtTime(0.001, startsAt + NOTE_SECONDS);
  note.connect(volume).connect(context.destination);
  note.start(startsAt);
  note.stop(startsAt + NOTE_SECONDS);
}
