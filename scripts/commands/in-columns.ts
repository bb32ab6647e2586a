/** Returns the lines with their second column aligned. */
export function inColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([first]) => first.length)) + 2;
  return lines.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n');
}
