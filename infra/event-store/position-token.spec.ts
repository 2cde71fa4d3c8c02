import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import { positionToken, readToken } from './position-token.ts';

describe('decision 3.13: a position travels with the id of its log', () => {
  it('is read back as it was made, whatever an engine calls its positions', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[ -~]{0,60}$/), (log_id, position) => {
        expect(readToken(positionToken(log_id, position))).toEqual({ log_id, position });
      }),
    );
  });

  it('needs no escaping in an address', () => {
    const token = positionToken(randomUUID(), 'C:12/P:34 &?#+');
    expect(new URL(`http://clinic/?after=${token}`).searchParams.get('after')).toBe(decodeURIComponent(token));
    expect(readToken(new URLSearchParams(`after=${encodeURIComponent(token)}`).get('after')!)?.position).toBe('C:12/P:34 &?#+');
  });

  it.each(['', 'x', '.', `${randomUUID()}`, `${randomUUID()}.a b`, `${randomUUID()}.%`, `${randomUUID()}.%ff`, `not-a-log.0001`])(
    'is no token: %j',
    (text) => expect(readToken(text)).toBeUndefined(),
  );
});
