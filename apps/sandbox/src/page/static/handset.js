import { answerPrompt } from './control.js';
import { clockText, dayText, phoneText, withLinks } from './format.js';

const byId = (id) => document.getElementById(id);
const screen = byId('screen');
const prompt = byId('prompt');
const pin = byId('pin');
const buttons = [byId('cancel'), byId('send')];

let shown;
let msisdn;

/** Draws the selected phone: its prompt if it has one, otherwise its last message. */
export function drawHandset(phone) {
  msisdn = phone?.msisdn;
  const open = phone?.prompts[0];
  byId('phone').setAttribute('aria-label', phone ? `Phone ${phoneText(phone.msisdn)}` : 'Phone');
  if (open?.checkoutRequestId !== shown?.checkoutRequestId) changePrompt(open);
  screen.classList.toggle('busy', open !== undefined);
  drawNote(open ? undefined : phone?.messages.at(-1));
  byId('pay-bill').hidden = phone === undefined || open !== undefined;
  drawHint(phone);
}

function changePrompt(open) {
  shown = open;
  prompt.hidden = open === undefined;
  pin.value = '';
  for (const button of buttons) button.disabled = false;
  if (open === undefined) return;
  byId('prompt-text').textContent = open.text;
  // Do not move the focus while somebody is typing in a field.
  if (!document.activeElement?.matches('input, dialog *')) pin.focus({ preventScroll: true });
}

function drawNote(message) {
  byId('note').hidden = message === undefined;
  if (message === undefined) return;
  byId('note-from').textContent = message.from;
  byId('note-at').textContent = clockText(message.at);
  byId('note-text').replaceChildren(...withLinks(message.text).map(plain));
}

/** Returns the text without its links: the handset shows a preview, and the links are in the SMS tab. */
function plain(node) {
  return typeof node === 'string' ? node : node.textContent;
}

function drawHint(phone) {
  const leftSeconds = shown && Math.max(0, Math.ceil((Date.parse(shown.expiresAt) - Date.now()) / 1000));
  if (phone === undefined) byId('hint').textContent = 'Pick up a phone: choose a number, or add another one.';
  else if (shown === undefined) byId('hint').textContent = 'Prompts from M-PESA appear here.';
  else {
    byId('hint').textContent =
      `Any four digits pay. 0000 is a wrong PIN. Leave it and it goes away in ${leftSeconds} seconds.`;
  }
}

function tick() {
  const now = Date.now();
  for (const node of document.querySelectorAll('[data-time]')) node.textContent = clockText(now);
  byId('date').textContent = dayText(now);
  if (shown) drawHint({});
}

/**
 * Wires the buttons of the prompt.
 *
 * @param onTrouble called when the sandbox did not accept the answer to the prompt
 */
export function startHandset(onTrouble) {
  const answer = async (how) => {
    for (const button of buttons) button.disabled = true;
    try {
      await answerPrompt(msisdn, shown.checkoutRequestId, how);
    } catch (error) {
      for (const button of buttons) button.disabled = false;
      onTrouble(error);
    }
  };
  byId('prompt-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void answer({ pin: pin.value });
  });
  byId('cancel').addEventListener('click', () => void answer({ cancel: true }));
  tick();
  setInterval(tick, 1000);
}
