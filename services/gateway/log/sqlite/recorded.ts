import { decodedEvent } from '../wire.ts';
import type { LoggedEvent } from '../gateway-log.ts';

/** An event of the log: most readers want its bytes as they are, so that it is decoded for those alone who look into it. */
export class Recorded implements LoggedEvent {
  private parts?: ReturnType<typeof decodedEvent>;

  constructor(
    readonly position: number,
    readonly stream: string,
    readonly revision: number,
    readonly type: string,
    readonly encoded: Uint8Array,
  ) {}

  get id(): Uint8Array {
    return this.decoded.id;
  }

  get created(): number {
    return this.decoded.created;
  }

  get isJson(): boolean {
    return this.decoded.isJson;
  }

  get metadata(): Uint8Array {
    return this.decoded.metadata;
  }

  get data(): Uint8Array {
    return this.decoded.data;
  }

  private get decoded(): ReturnType<typeof decodedEvent> {
    this.parts ??= decodedEvent(this.encoded);
    return this.parts;
  }
}
