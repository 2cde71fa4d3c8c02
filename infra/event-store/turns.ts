/** Does what has the same name one after the other, in this process. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async of<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    this.last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === turn) this.last.delete(name);
    }
  }
}
