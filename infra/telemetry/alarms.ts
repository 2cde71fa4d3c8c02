/** What an operator has to look at, as lines for the error log: each once in the life of the process. Places and kinds, never data. */
export class Alarms {
  private readonly raised = new Set<string>();

  constructor(private readonly write: (line: string) => void = console.error) {}

  raise(line: string): void {
    if (this.raised.has(line)) return;
    this.raised.add(line);
    this.write(line);
  }
}
