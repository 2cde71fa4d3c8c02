/** Where the writer can be made to fail: with the group's rows written, in place of the commit, or committed and not yet acknowledged. */
const POINTS = ['before-commit', 'at-commit', 'after-commit'] as const;
export type FaultPoint = (typeof POINTS)[number];

/** A full disk, a failing disk, the end of the worker, the end of the whole process without notice. */
const KINDS = ['none', 'full', 'io', 'crash', 'kill'] as const;
export type FaultKind = Exclude<(typeof KINDS)[number], 'none'>;

const ERROR_CODES = { full: 13, io: 10 } as const;

/**
 * Failures to order: a store opened with `faults` meets them in its writer, where real ones occur. The order reaches the writer through
 * shared memory, so it holds from the next group on. Made for tests of what depends on the store; without it the writer checks nothing.
 */
export class Faults {
  private readonly cells: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(POINTS.length * 2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.cells = new Int32Array(memory);
  }

  /** The next `times` groups that pass the point fail there. */
  order(point: FaultPoint, kind: FaultKind, times = 1): void {
    const cell = POINTS.indexOf(point) * 2;
    Atomics.store(this.cells, cell, KINDS.indexOf(kind));
    Atomics.store(this.cells, cell + 1, times);
  }

  /** Takes all orders back. */
  clear(): void {
    this.cells.fill(0);
  }

  /** Called by the writer as it passes the point. */
  pass(point: FaultPoint): void {
    const cell = POINTS.indexOf(point) * 2;
    if (Atomics.load(this.cells, cell + 1) <= 0) return;
    Atomics.sub(this.cells, cell + 1, 1);
    const kind = KINDS[Atomics.load(this.cells, cell)] ?? 'none';
    switch (kind) {
      case 'none':
        return;
      case 'full':
      case 'io':
        throw Object.assign(new Error(`${kind} by order ${point}`), { errcode: ERROR_CODES[kind] });
      case 'crash':
        return process.exit(70);
      case 'kill':
        process.kill(process.pid, 'SIGKILL');
    }
  }
}
