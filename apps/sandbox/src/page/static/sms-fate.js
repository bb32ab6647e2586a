import { readBehaviour, setSmsFates } from './control.js';

const select = document.getElementById('sms-fate');

/** What can happen to the SMS of a phone: the words, and the behaviour of the gateway. */
const fates = [
  ['Delivered, and reported at once', { outcome: 'deliver' }],
  ['Delivered, reported after a minute', { outcome: 'deliver', delayMs: 60_000 }],
  ['Delivered, reported twice', { outcome: 'deliver', copies: 2 }],
  ['Delivered, never reported', { outcome: 'silent' }],
  ...[
    'DeliveryFailure',
    'AbsentSubscriber',
    'UserDoesNotExist',
    'UserIsInactive',
    'UserInBlackList',
    'DoNotDisturbRejection',
  ].map((reason) => [`Not delivered: ${reason}`, { outcome: 'fail', reason }]),
];

const usual = { outcome: 'deliver', reason: '', delayMs: 0, copies: 1 };

/** Shows what happens to an SMS to this phone. */
export async function drawSmsFate(msisdn) {
  select.disabled = msisdn === '';
  const { phones } = (await readBehaviour()).smsReports;
  const fate = { ...usual, ...phones[msisdn] };
  const index = fates.findIndex(([, one]) => isSame({ ...usual, ...one }, fate));
  select.selectedIndex = Math.max(0, index);
}

const isSame = (one, other) => Object.keys(one).every((key) => one[key] === other[key]);

/**
 * Wires the choice.
 *
 * @param readSelected returns the selected phone's number
 * @param onTrouble called when the sandbox did not accept the choice
 */
export function startSmsFate(readSelected, onTrouble) {
  select.replaceChildren(...fates.map(([words]) => new Option(words)));
  const choose = async () => {
    const { phones } = (await readBehaviour()).smsReports;
    await setSmsFates({ ...phones, [readSelected()]: fates[select.selectedIndex][1] });
  };
  select.addEventListener('change', () => void choose().catch(onTrouble));
}
