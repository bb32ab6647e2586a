const KEPT_MS = 60_000;

/** Saves a file under its own name, as a clicked download link does. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Some browsers start to read the file only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
