import type { SessionEvent } from '#contracts/people/accounts';
import { projectionSpec } from '#tests/support/projection-spec';
import { sessions } from './sessions.projection.ts';

const [session_id, user_id] = ['0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d03', '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d02'];
const began: SessionEvent = { type: 'SignedIn', data: { session_id, user_id, user_agent: 'Mozilla/5.0' } };
const ofBefore: SessionEvent = { type: 'SignedIn', data: { session_id, user_id } };
const over: SessionEvent = { type: 'SignedOut', data: { session_id } };

describe('sessions', () => {
  const spec = projectionSpec(sessions);
  const shown = { session_id, user_id, signed_in_at: expect.any(String) as string };

  it('shows since when and in which browser', () => spec.given(began).then({ [session_id]: { ...shown, user_agent: 'Mozilla/5.0' } }));
  it('shows one of which the browser was not kept', () => spec.given(ofBefore).then({ [session_id]: { ...shown, user_agent: null } }));
  it('forgets who signed out', () => spec.given(began, over).then({ [session_id]: null }));
  spec.itCoversEveryEvent();
});
