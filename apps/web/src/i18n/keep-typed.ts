type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers what stands in the forms of the page and returns how to put it back: a change of language renders the page
 * again, and nothing typed may be lost. It goes through the same events as typing, so that forms notice. Called again, it
 * does so where more was rendered since, and leaves alone what it has put back before.
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
  // React overrides the setter of an element to know what it has rendered; the prototype's is the browser's own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

function isTicked(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}
