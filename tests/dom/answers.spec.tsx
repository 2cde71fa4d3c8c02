import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { screensOf } from './screens.tsx';

describe('an answer that is not what the contract says', () => {
  const screens = screensOf('admin');

  it('is reported by its place, without what stands there, and the screen shows what it can', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const said = () => errors.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('An answer'));
    screens.answer(/^\/api\/measurement-parameters\?/, (body) => ({ ...(body as object), overall_count: 'as many as secrets' }));
    screens.open('/measurement-params-management');
    await screen.findByRole('row', { name: /Systolic/i });
    await waitFor(() => expect(said()).toEqual([expect.stringMatching(/GET \/api\/measurement-parameters: overall_count /)]));
    expect(said().join()).not.toContain('secrets');
    errors.mockRestore();
  });
});
