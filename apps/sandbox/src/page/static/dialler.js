import { pressKeys } from './control.js';
import { exactClockText, element } from './format.js';
import { keyedList } from './keyed-list.js';

const byId = (id) => document.getElementById(id);
const brick = byId('brick');
const input = byId('ussd-input');
const views = [
  { tab: byId('show-handset'), body: byId('handset') },
  { tab: byId('show-brick'), body: brick },
];

/** Characters that our own screens may have; the networks allow a few more. */
const screenBudget = 150;

let msisdn = '';
let state;
let hadPrompt = false;
let isBusy = false;
/** Sentence about the last key press, until the next one. */
let notice = '';
/** The ended session whose last screen the person has closed. */
let closed = '';

const drawSteps = keyedList(byId('ussd-steps'), ({ step }) =>
  element(
    'li',
    {},
    element('time', { datetime: step.at }, exactClockText(step.at)),
    ...(isScreen(step) ? screenStep(step) : inputStep(step)),
  ),
);

const isScreen = ({ kind }) => kind === 'CON' || kind === 'END';

function screenStep({ kind, text }) {
  const isOver = text.length > screenBudget;
  return [
    element('b', {}, kind),
    element('small', { class: isOver && 'over' }, `${text.length} of ${screenBudget}`),
    element('p', {}, text),
  ];
}

function inputStep({ kind, text }) {
  return [element('b', { class: 'code' }, text), element('small', {}, kind)];
}

/** Draws the keypad phone, and the session of the selected phone with its newest step first. A new M-PESA prompt shows the smartphone instead. */
export function drawDialler(phone, ussd) {
  if (phone?.msisdn !== msisdn) {
    input.value = '';
    notice = '';
  }
  msisdn = phone?.msisdn ?? '';
  state = ussd;
  const hasPrompt = phone !== undefined && phone.prompts.length > 0;
  if (hasPrompt && !hadPrompt) show(0);
  hadPrompt = hasPrompt;
  byId('ussd-network').textContent = ussd?.network ?? '';
  drawScreen();
  drawSession();
}

function drawScreen() {
  byId('ussd-screen').textContent = screenText();
  byId('ussd-left').textContent = isOpen() ? 'Send' : 'Call';
  input.disabled = msisdn === '';
}

const isOpen = () => state?.session?.status === null;

function screenText() {
  if (isBusy || state?.session?.isWaiting) return 'USSD code running…';
  if (notice !== '') return notice;
  const session = state?.session;
  if (!session || session.sessionId === closed) return idleText();
  if (session.status === 'Failed') return 'Connection problem or invalid MMI code.';
  return session.status === 'Incomplete' ? session.problem : session.screen;
}

function idleText() {
  if (msisdn === '') return 'Pick up a phone: choose a number, or add another one.';
  const [code] = state?.codes ?? [];
  return code ? `Dial ${code}` : 'No USSD code is registered at the gateway.';
}

const statusWords = {
  Success: ['success', 'Ended'],
  Incomplete: ['warn', 'Cut'],
  Failed: ['danger', 'Failed'],
};

function drawSession() {
  const session = state?.session;
  byId('ussd-session').hidden = !session;
  const steps = (session?.steps ?? []).map((step, index) => ({ key: `${session.sessionId} ${index}`, step }));
  drawSteps(steps.reverse());
  if (!session) return;
  const [tone, words] = statusWords[session.status] ?? ['info', 'Open'];
  byId('ussd-status').className = `badge ${tone}`;
  byId('ussd-status').textContent = words;
  const isOver = session.length > screenBudget;
  byId('ussd-length').textContent = session.length;
  byId('ussd-count').classList.toggle('over', isOver);
  byId('ussd-fill').style.setProperty('--share', `${Math.min(100, (100 * session.length) / screenBudget)}%`);
  byId('ussd-paged').hidden = session.length <= session.screenLength;
  byId('ussd-paged').textContent =
    session.pages > 1
      ? `Over ${session.screenLength} characters: page ${session.page} of ${session.pages}`
      : `Over ${session.screenLength} characters: the rest is lost`;
  byId('ussd-problem').hidden = session.problem === '';
  byId('ussd-problem').textContent = session.problem;
  drawClocks();
}

function drawClocks() {
  byId('ussd-clocks').hidden = !isOpen();
  if (!isOpen()) return;
  const { session } = state;
  byId('ussd-idle').textContent = session.isWaiting
    ? 'Waiting for the answer'
    : `${leftSeconds(session.idleEndsAt)} s`;
  byId('ussd-left-time').textContent = `${leftSeconds(session.endsAt)} s`;
}

const leftSeconds = (endsAt) => Math.max(0, Math.ceil((Date.parse(endsAt) - Date.now()) / 1000));

async function press(keys, typed, onTrouble) {
  isBusy = true;
  notice = '';
  input.value = '';
  drawScreen();
  try {
    state = await pressKeys(msisdn, keys);
  } catch (error) {
    input.value = typed;
    if (error.isRefusal) notice = error.message;
    else onTrouble(error);
  }
  isBusy = false;
  drawScreen();
  drawSession();
}

function send(onTrouble) {
  const typed = input.value.trim();
  if (isBusy || msisdn === '') return;
  if (typed === '') close();
  else if (!isOpen()) void press({ dial: typed }, typed, onTrouble);
  else if (/[*#]/.test(typed)) tell('A reply cannot contain * or #.');
  else void press({ reply: typed }, typed, onTrouble);
}

function cancel(onTrouble) {
  if (isOpen()) void press({ cancel: true }, '', onTrouble);
  else {
    input.value = '';
    close();
  }
}

/** Closes the last screen of an ended session. */
function close() {
  if (!isOpen()) closed = state?.session?.sessionId ?? '';
  tell('');
}

function tell(sentence) {
  notice = sentence;
  drawScreen();
}

function type(key) {
  input.value += key;
  if (notice !== '') tell('');
}

function show(chosen) {
  for (const [index, { tab, body }] of views.entries()) {
    tab.setAttribute('aria-pressed', String(index === chosen));
    body.hidden = index !== chosen;
  }
}

/**
 * Wires the keys of the phone and the choice of the phone.
 *
 * @param onShown called when the person chooses the keypad phone
 * @param onTrouble called when the sandbox did not answer
 */
export function startDialler(onShown, onTrouble) {
  views[0].tab.addEventListener('click', () => show(0));
  views[1].tab.addEventListener('click', () => {
    show(1);
    onShown();
    input.focus({ preventScroll: true });
  });
  brick.addEventListener('submit', (event) => {
    event.preventDefault();
    send(onTrouble);
  });
  byId('ussd-cancel').addEventListener('click', () => cancel(onTrouble));
  for (const key of byId('ussd-keys').children) key.addEventListener('click', () => type(key.dataset.key));
  brick.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel(onTrouble);
    else if (event.target !== input && /^[0-9*#]$/.test(event.key)) type(event.key);
  });
  setInterval(drawClocks, 1000);
}
