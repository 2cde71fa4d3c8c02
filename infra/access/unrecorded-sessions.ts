import type { Session } from './identity.ts';

const LIMIT = 1000;

/**
 * Sign-ins and sign-outs that could not be written because the disk was full: people must still be able to read. They live in this
 * process alone, at most a thousand of each; a restart signs these people out.
 */
export class UnrecordedSessions {
  private readonly begun = new Map<string, Session>();
  private readonly ended = new Set<string>();

  begin(session_id: string, session: Session): void {
    this.begun.set(session_id, session);
    dropOldest(this.begun);
  }

  end(session_id: string): void {
    this.begun.delete(session_id);
    this.ended.add(session_id);
    dropOldest(this.ended);
  }

  find(session_id: string): Session | undefined {
    return this.begun.get(session_id);
  }

  /** Those of one person. */
  of(user_id: string): string[] {
    return [...this.begun].flatMap(([id, session]) => (session.user_id === user_id ? [id] : []));
  }

  hasEnded(session_id: string): boolean {
    return this.ended.has(session_id);
  }
}

const dropOldest = (kept: Map<string, unknown> | Set<string>): void => {
  if (kept.size <= LIMIT) return;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
};
