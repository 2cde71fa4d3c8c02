import { isWorthAWarning, Problem, statusText, warningOf } from './problem.ts';

it('takes field errors from a body keyed by field, and only from such a body', () => {
  expect(new Problem(400, 'Bad Request', { last_name: ['Field is required'] }).fields).toEqual({ last_name: ['Field is required'] });
  expect(new Problem(409, 'Conflict', { code: 'stale', message: 'Changed', version: 3 }).fields).toEqual({});
  expect(new Problem(500, '', 'Oops').fields).toEqual({});
});

it('keeps field errors apart from the formats that stand beside them', () => {
  const body = { time_from: ['Must be a correct date'], expected: { time_from: 'YYYY-MM-DDTHH:mm:ss' } };
  const problem = new Problem(400, 'Bad Request', body);
  expect(problem.fields).toEqual({ time_from: ['Must be a correct date'] });
  expect(isWorthAWarning(problem)).toBe(false);
});

it("words the warning of the documents: 'Error - status', status text / server message", () => {
  expect(warningOf(new Problem(503, statusText(503, ''), { message: 'The disk is full' }))).toEqual({
    title: 'Error - 503',
    text: 'Service Unavailable / The disk is full',
  });
  expect(warningOf(new Problem(502, 'Bad Gateway', { detail: 'no answer' })).text).toBe('Bad Gateway / no answer');
  expect(warningOf(new Problem(500, 'Internal Server Error', 'raw text')).text).toBe('Internal Server Error / raw text');
  expect(warningOf(new Problem(500, 'Internal Server Error', undefined)).text).toBe('Internal Server Error');
});

it('does not warn where signing out, the fields or the form itself say it, nor without a status', () => {
  expect(isWorthAWarning(new Problem(401, 'Unauthorized', {}))).toBe(false);
  expect(isWorthAWarning(new Problem(422, '', { email: ['Field should be in a proper format'] }))).toBe(false);
  expect(isWorthAWarning(new Problem(409, '', { code: 'stale' }))).toBe(false);
  expect(isWorthAWarning(new Problem(0, '', { code: 'unreachable' }))).toBe(false);
  expect(isWorthAWarning(new Problem(409, '', { code: 'external-record', message: 'No' }))).toBe(true);
});
