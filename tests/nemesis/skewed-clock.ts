import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Preloaded into every process of a system under test. Shifts the process's clock by the milliseconds in a file with
// the process's name. Does not affect timers.
const folder = process.env['ZAWADI_FAULTS_CLOCKS'];
const LOOK_EVERY_MS = 100;

if (folder !== undefined) {
  const file = join(folder, basename(process.argv[1] ?? 'none'));
  const MachineDate = Date;
  const machineNow = Date.now.bind(Date);
  let offsetMs = 0;
  const look = (): void => {
    try {
      offsetMs = Number(readFileSync(file, 'utf8'));
    } catch {
      offsetMs = 0;
    }
  };
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  MachineDate.now = () => machineNow() + offsetMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given: [], newTarget: typeof Date) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
  });
}
