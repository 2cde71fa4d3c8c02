import type { Metadata } from '@grpc/grpc-js';

/** Counts the bytes that all calls of a gateway hold: parts of messages, and requests that are not answered yet. */
export class CallMemory {
  private held = 0;
  private readonly shares = new WeakMap<Metadata, Share>();

  /** @param max bytes of all calls together */
  constructor(private readonly max: number) {}

  /** Opens the share of one caller. @param metadata those of a call, by which its handler finds the share */
  open(metadata?: Metadata): Share {
    const share = new Share((bytes) => {
      if (bytes > 0 && this.held + bytes > this.max) return false;
      this.held += bytes;
      return true;
    });
    if (metadata) this.shares.set(metadata, share);
    return share;
  }

  /** The share of the call with these metadata, which has been opened. */
  of(metadata: Metadata): Share {
    return this.shares.get(metadata)!;
  }
}

/** The part of the memory that one caller holds. */
export class Share {
  private own = 0;
  private isClosed = false;
  /** Bytes of the whole messages that no handler has received, in their order. */
  private readonly messages: number[] = [];

  constructor(private readonly add: (bytes: number) => boolean) {}

  /** False, and nothing is taken, where the callers would hold too much. */
  take(bytes: number): boolean {
    if (this.isClosed) return true;
    if (!this.add(bytes)) return false;
    this.own += bytes;
    return true;
  }

  give(bytes: number): void {
    if (this.isClosed) return;
    this.own -= bytes;
    this.add(-bytes);
  }

  /** Notes that a whole message has come, for which so many bytes were taken. */
  arrived(bytes: number): void {
    this.messages.push(bytes);
  }

  /** The bytes of the message that a handler received just now. The handler gives them back once it no longer holds the message. */
  handed(): number {
    return this.messages.shift() ?? 0;
  }

  /** Gives everything back. */
  close(): void {
    this.add(-this.own);
    this.own = 0;
    this.isClosed = true;
  }
}
