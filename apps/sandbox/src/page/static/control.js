/** Sends a request to the sandbox's control interface. Throws if the sandbox refuses or does not answer. */
async function call(path, body) {
  const request =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/control/${path}`, request);
  if (response.ok) return response.json();
  const { error } = response.status === 409 ? await response.json() : {};
  throw Object.assign(new Error(error ?? `The sandbox answered ${response.status}.`), {
    isRefusal: error !== undefined,
  });
}

export const readPhones = async () => (await call('phones')).phones;
export const readPhone = (msisdn) => call(`phones/${encodeURIComponent(msisdn)}`);
export const readUssd = (msisdn) => call(`phones/${msisdn}/ussd`);
export const pressKeys = (msisdn, keys) => call(`phones/${msisdn}/ussd`, keys);
export const readEvents = async () => (await call('events')).events;
export const readMail = async () => (await call('mail')).messages;
export const readBehaviour = () => call('behaviour');
export const setSmsFates = (phones) => call('behaviour', { smsReports: { phones } });
export const setBalance = (msisdn, balance) => call(`phones/${msisdn}`, { balance });
export const payBill = (msisdn, payment) => call(`phones/${msisdn}/pay-bill`, payment);
export const sendAgain = (callbackId) => call(`callbacks/${callbackId}/send-again`, {});
export const answerPrompt = (msisdn, checkoutRequestId, answer) =>
  call(`phones/${msisdn}/prompts/${encodeURIComponent(checkoutRequestId)}`, answer);

/** Calls back immediately and after every change, also after a reconnect. */
export function onChange(callback) {
  const source = new EventSource('/control/live');
  source.addEventListener('message', callback);
  source.addEventListener('error', callback);
}
