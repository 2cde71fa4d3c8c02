import { join } from 'node:path';
import type { Accepted } from '#contracts/wire/command';
import { readToken } from '#infra/event-store/position-token';
import { type ClinicUsers, everybody, newResult, signInUsers } from './lib/clinic-users.ts';
import { quantile, ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { startProduct } from './lib/product.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { inTurns } from './lib/turns.ts';

/** How long a notice may take before the run is called broken. */
const LONGEST_NOTICE = 20_000;

type Figures = Record<string, number>;

/** Somebody who waits to hear that a change up to a position happened. */
class Listener {
  private waiting: { position: string; heard: () => void }[] = [];

  readonly hear = (position: string): void => {
    const told = this.waiting.filter((one) => one.position <= position);
    this.waiting = this.waiting.filter((one) => one.position > position);
    for (const { heard } of told) heard();
  };

  until(position: string): Promise<void> {
    return new Promise((heard, failed) => {
      const tooLate = setTimeout(() => failed(new Error('a notice did not come')), LONGEST_NOTICE).unref();
      this.waiting.push({
        position,
        heard: () => {
          clearTimeout(tooLate);
          heard();
        },
      });
    });
  }
}

const spread = (name: string, samples: readonly number[]): Figures => ({
  [`${name}_median_ms`]: quantile(samples, 0.5),
  [`${name}_p99_ms`]: quantile(samples, 0.99),
});

/** Only the command. */
const appending = async ({ users, patient }: ClinicUsers, count: number, milliseconds: number): Promise<Figures> => {
  const { durations } = await everybody(users.slice(0, count), milliseconds, async (user) => {
    await user.post<Accepted>('/api/lab-results', newResult(patient()));
  });
  return spread('append', durations);
};

/** The command, then the list with `after` until the value is in it; meanwhile the next user waits for the notice. */
const seeing = async (
  { users, patient }: ClinicUsers,
  listeners: readonly Listener[],
  count: number,
  milliseconds: number,
): Promise<Figures> => {
  const [visible, noticed]: [number[], number[]] = [[], []];
  const notices: Promise<void>[] = [];
  await everybody(users.slice(0, count), milliseconds, async (user, n) => {
    const patient_id = patient();
    const start = performance.now();
    const { id, position } = await user.post<Accepted>('/api/lab-results', newResult(patient_id));
    const another = listeners[(n + 1) % listeners.length]!;
    // The notice may have come before the answer: then an equal or later one of another command ends the wait, which only adds to it.
    notices.push(another.until(readToken(position)!.position).then(() => void noticed.push(performance.now() - start)));
    const path = `/api/lab-results?patient_id=${patient_id}&take=200&after=${encodeURIComponent(position)}`;
    for (;;) {
      const { items } = await user.get<{ items: { id: string }[] }>(path);
      if (items.some((item) => item.id === id)) break;
    }
    visible.push(performance.now() - start);
  });
  await Promise.all(notices);
  return { ...spread('visible', visible), ...spread('notice', noticed) };
};

export interface VisibleOptions {
  /** How many users work at the same time; each number by itself. */
  users: readonly number[];
  /** Turns of each. */
  rounds: number;
  /** Length of a turn. */
  seconds: number;
  /** Further settings of the product. */
  env?: Record<string, string>;
}

/** Milliseconds by number of users: append, visible and notice, each `_median_ms` and `_p99_ms`. @param data folder of the product */
export const measureVisible = async (
  data: string,
  { users, rounds, seconds, env = {} }: VisibleOptions,
): Promise<Record<number, Figures>> => {
  const product = await startProduct(data, env);
  try {
    const clinic = await signInUsers(product.url, Math.max(...users));
    const listeners = clinic.users.map(() => new Listener());
    const lines = await Promise.all(clinic.users.map((user, n) => user.listen('lab-results', listeners[n]!.hear)));
    const measured: Record<number, Figures> = {};
    for (const count of users) {
      const { append, see } = await inTurns<'append' | 'see', Figures>(
        {
          append: () => appending(clinic, count, seconds * 1000),
          see: () => seeing(clinic, listeners, count, seconds * 1000),
        },
        { rounds, onRound: (round, name, figures) => say(`${count} users, round ${round}, ${name}: ${JSON.stringify(figures)}`) },
      );
      measured[count] = { ...append, ...see };
    }
    for (const end of lines) end();
    clinic.close();
    return measured;
  } finally {
    await product.stop();
  }
};

/**
 * How soon a change is seen: in a list that is asked for with `after`, and as a notice at another open screen, against the command alone;
 * 1 user and 32, each beginning anew as soon as it was answered. `--seconds` each turn, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { rounds, seconds } = numbersIn(args, { rounds: 5, seconds: 4 }, { rounds: 1, seconds: 1 });
  const before = machine();
  await inFolder(async (folder) => {
    const measured = await measureVisible(join(folder, 'data'), { users: [1, 32], rounds, seconds });
    report(json, measured, { machine: before, rounds, seconds });
  });
};

const report = (json: boolean, measured: Record<string, Figures>, about: object): void => {
  const users = Object.fromEntries(
    Object.entries(measured).map(([count, figures]) => {
      const worst = Math.max(figures['visible_p99_ms']!, figures['notice_p99_ms']!);
      const all = Object.entries(figures).map(([name, figure]) => [name, rounded(figure)]);
      return [count, { ...Object.fromEntries(all), ratio_p99: ratio(worst, figures['append_p99_ms']!) } as Figures];
    }),
  );
  const rows = Object.entries(users).flatMap(([count, figures]) =>
    ['append', 'visible', 'notice'].map((what) => ({
      users: Number(count),
      what,
      'median ms': figures[`${what}_median_ms`]!,
      'p99 ms': figures[`${what}_p99_ms`]!,
    })),
  );
  const text = [
    'From sending a command (a lab result of three values, through HTTP, sealed, on the disk) to: its answer with nobody reading (append); the',
    'answer of a list with `after` that holds it (visible); the notice at another open screen (notice). All users have a notice line open.',
    '',
    table(rows),
    '',
    verdict('32 users: the worse p99 of visible and notice, times that of the append', users['32']!['ratio_p99']!, { atMost: 5 }),
  ];
  print(json, { users, ...about }, text.join('\n'));
};
