const byId = (id) => document.getElementById(id);

/**
 * A dialog with one field, opened by a button.
 *
 * @param submit takes what was typed; returns a sentence when it can't be used
 * @param initial what stands in the field when the dialog opens
 */
export function fieldDialog({ name, opener, initial = () => '', submit }) {
  const dialog = byId(`${name}-dialog`);
  const input = byId(`${name}-input`);
  const error = byId(`${name}-error`);
  const complain = (sentence) => {
    error.textContent = sentence;
    input.setAttribute('aria-invalid', String(sentence !== ''));
    input.parentElement.classList.toggle('bad', sentence !== '');
  };
  byId(opener).addEventListener('click', () => {
    complain('');
    input.value = initial();
    dialog.showModal();
    input.select();
  });
  dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });

  async function send() {
    const sentence = await submit(input.value.trim());
    complain(sentence ?? '');
    if (sentence === undefined) dialog.close();
    else input.focus();
  }
}
