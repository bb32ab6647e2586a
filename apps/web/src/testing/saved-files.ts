import { beforeEach, vi } from 'vitest';

export type SavedFile = { name: string; text: () => Promise<string> };

/**
 * Records the files that a test's pages save; happy-dom saves none.
 * @returns the saved files, in order
 */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  beforeEach(() => {
    files.length = 0;
    const contents = new Map<string, Blob>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      const address = `blob:${contents.size}`;
      if (content instanceof Blob) contents.set(address, content);
      return address;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const content = contents.get(this.href);
      files.push({ name: this.download, text: async () => content?.text() ?? '' });
    });
  });
  return files;
}
