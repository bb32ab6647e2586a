import { readFileSync } from 'node:fs';

/**
 * Replaces each `NAME_FILE` by `NAME` with the content of that file, without the line end. Containers and systemd hand
 * over secrets as files. Leaves out empty variables.
 * @returns the settings, and one sentence per mistake
 */
export function readSettingFiles(
  source: Record<string, string | undefined>,
  names: readonly string[],
): { given: Record<string, string>; mistakes: string[] } {
  const given = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
  const mistakes = names.flatMap((name): string[] => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    try {
      const content = readFileSync(path, 'utf8').trimEnd();
      if (given[name] !== undefined && given[name] !== content)
        return [`Set ${name} or ${name}_FILE, not both.`];
      if (content === '') return [`${name}_FILE is not valid: ${path} is empty.`];
      given[name] = content;
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [`${name}_FILE is not valid: ${path} cannot be read (${reason}).`];
    }
  });
  return { given, mistakes };
}
