/** The app stores the test key of a signed-in owner or manager here, and removes it at sign-out (`test-key.ts`). */
const KEY = 'zawadi-test-key';
/** Placeholders of a key in the examples: the dots, and in a shell the variable. */
const PLACES = /zk_test_\.\.\.|\$ZAWADI_API_KEY\b/gu;

/** Writes the test key of the reader's shop into the examples. Its secret is not stored, so the reader adds it. */
export function fillInOwnKey(): void {
  const apiKey = storedKey();
  if (apiKey === null) return;
  const texts = [...document.querySelectorAll('.codebox pre')].flatMap(textsIn);
  const found = texts.filter(({ data }) => data.search(PLACES) !== -1);
  for (const text of found) text.data = text.data.replaceAll(PLACES, apiKey);
  if (found.length === 0) return;
  const note = document.createElement('p');
  note.append('The examples contain your test key. Its secret is under ', linkToKeys(), '.');
  document.querySelector('.docs-body h1')?.after(note);
}

function storedKey(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function textsIn(node: Node): Text[] {
  return node instanceof Text ? [node] : [...node.childNodes].flatMap(textsIn);
}

function linkToKeys(): HTMLElement {
  const link = document.createElement('a');
  link.href = '/merchant/dashboard/api';
  link.textContent = 'My keys';
  return link;
}
