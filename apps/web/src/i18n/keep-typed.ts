type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Stores the values in the page's forms, and returns a function that restores them. A change of language renders the
 * page again, and must not lose them. Restoring fires the same events as typing, so that forms notice the values. A
 * second call restores only fields that were rendered since the first.
 */
export function keepTyped(): () => void {
  const typed = new Map(
    [...controls()].map(([name, control]) => [name, { control, state: stateOf(control) }]),
  );
  return () => {
    for (const [name, control] of controls()) {
      const before = typed.get(name);
      if (before === undefined || before.control === control) continue;
      typed.delete(name);
      if (before.state !== stateOf(control)) type(control, before.state);
    }
  };
}

function controls(): Map<string, Control> {
  const all = document.querySelectorAll<Control>('input[name], textarea[name], select[name]');
  const named = [...all].filter((control) => control.type !== 'file' && control.type !== 'hidden');
  return new Map(
    named.map((control) => [`${control.name} ${isTicked(control) ? control.value : ''}`, control]),
  );
}

function stateOf(control: Control): string | boolean {
  return isTicked(control) ? control.checked : control.value;
}

function type(control: Control, state: string | boolean): void {
  if (typeof state === 'boolean') return control.click();
  // React overrides the element's own setter to track rendered values, so call the browser's setter on the prototype.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

function isTicked(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}
