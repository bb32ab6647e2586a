const byId = (id) => document.getElementById(id);

/**
 * Wires a dialog with one or more fields to the button that opens it.
 *
 * @param submit takes the typed values by field; returns a sentence if they are invalid
 * @param initial initial value of the first field; the other fields open empty
 */
export function fieldDialog({ name, opener, initial = () => '', submit }) {
  const dialog = byId(`${name}-dialog`);
  const inputs = [...dialog.querySelectorAll('input')];
  const error = byId(`${name}-error`);
  const complain = (sentence) => {
    error.textContent = sentence;
    for (const input of inputs) {
      input.setAttribute('aria-invalid', String(sentence !== ''));
      input.closest('.field').classList.toggle('bad', sentence !== '');
    }
  };
  byId(opener).addEventListener('click', () => {
    complain('');
    for (const [place, input] of inputs.entries()) input.value = place === 0 ? initial() : '';
    dialog.showModal();
    inputs[0].select();
  });
  dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });

  async function send() {
    const sentence = await submit(...inputs.map((input) => input.value.trim()));
    complain(sentence ?? '');
    if (sentence === undefined) dialog.close();
    else inputs[0].focus();
  }
}
