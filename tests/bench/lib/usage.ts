import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc, on every Linux there is. */
const TICKS = 100;

/** What a process used so far. */
export interface Usage {
  cpu_seconds: number;
  memory_mb: number;
  peak_mb: number;
}

/** Null where the system does not tell: everywhere but on Linux. */
export const usageOf = (pid: number): Usage | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
    return { cpu_seconds: (Number(fields[11]) + Number(fields[12])) / TICKS, memory_mb: megabytes('VmRSS'), peak_mb: megabytes('VmHWM') };
  } catch {
    return null;
  }
};
